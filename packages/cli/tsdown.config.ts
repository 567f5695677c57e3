import { defineConfig } from 'tsdown';
import { library } from '../../tsdown.base.ts';

export default defineConfig(library({ main: 'src/main.ts' }, { dts: false }));
