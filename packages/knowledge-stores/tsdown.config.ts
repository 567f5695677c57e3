import { defineConfig } from 'tsdown';
import { library } from '../../tsdown.base.ts';

export default defineConfig(library({ index: 'src/index.ts', sqlite: 'src/sqlite/index.ts', di: 'src/di/index.ts' }));
