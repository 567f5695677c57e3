import { defineConfig } from 'tsdown';
import { library } from '../../tsdown.base.ts';

export default defineConfig(
  library({
    index: 'src/index.ts',
    node: 'src/node/index.ts',
    di: 'src/di/index.ts',
    generated: 'src/outputs/generated/index.ts',
    testing: 'src/testing/index.ts',
  }),
);
