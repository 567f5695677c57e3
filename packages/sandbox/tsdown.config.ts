import { defineConfig } from 'tsdown';
import { library } from '../../tsdown.base.ts';

export default defineConfig(
  library({
    index: 'src/index.ts',
    di: 'src/di/index.ts',
    // A program of its own, started as a child process: it has no export of the package.
    'process/watchdog': 'src/process/watchdog.ts',
  }),
);
