import { defineConfig } from 'tsdown';
import { library } from '../../tsdown.base.ts';

export default defineConfig(
  library({
    index: 'src/index.ts',
    disk: 'src/disk/index.ts',
    sqlite: 'src/sqlite/index.ts',
    redis: 'src/redis/index.ts',
    mongo: 'src/mongo/index.ts',
    locked: 'src/locked/index.ts',
    'single-process': 'src/single-process/index.ts',
    url: 'src/url/index.ts',
    di: 'src/di/index.ts',
  }),
);
