import type { UserConfig } from 'tsdown';

/** One way to build every package: ES modules and their declarations in `dist`, dependencies left outside. */
export function library(entry: Record<string, string>, more: UserConfig = {}): UserConfig {
  return {
    entry,
    format: 'esm',
    platform: 'node',
    target: 'es2024',
    dts: true,
    sourcemap: false,
    // What the comments say stands in the declarations, where editors show it.
    outputOptions: { comments: { legal: true, annotation: true, jsdoc: false } },
    clean: true,
    logLevel: 'warn',
    ...more,
  };
}
