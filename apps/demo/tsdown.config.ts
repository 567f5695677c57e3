import { defineConfig } from 'tsdown';
import { library } from '../../tsdown.base.ts';

// dist/web belongs to Vite.
export default defineConfig(library({ server: 'src/server.ts' }, { dts: false, clean: ['dist/*.mjs', 'dist/*.mjs.map'] }));
