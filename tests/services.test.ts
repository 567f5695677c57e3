import { describe, expect, it, vi } from 'vitest';
import { requireService } from './support/services.ts';

describe('requireService', () => {
  it('gives the value of the variable', () => {
    expect(requireService('INTARSIA_TEST_CHROMIUM', { INTARSIA_TEST_CHROMIUM: '/usr/bin/chromium', CI: 'true' })).toBe('/usr/bin/chromium');
  });

  it('is an error in CI', () => {
    expect(() => requireService('INTARSIA_TEST_REDIS_URL', { CI: 'true' })).toThrow('scripts/services install redis');
  });

  it('says once what is skipped elsewhere', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect([requireService('DOCKER_HOST', {}), requireService('DOCKER_HOST', {})]).toEqual([undefined, undefined]);
    expect(write.mock.calls).toEqual([['skipped: no docker\n']]);
    write.mockRestore();
  });
});
