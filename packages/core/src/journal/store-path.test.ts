import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filePath, isAtOrBeneath, normalisePath, pathSegment } from './store-path.ts';

describe('a path', () => {
  it('has one spelling', () => {
    expect(['a', '/a/', '//a//', '/'].map(normalisePath)).toEqual(['/a', '/a', '/a', '/']);
    expect(filePath('a//b/')).toBe('/a/b');
  });

  it.each(['', '.', '/a/..', '/a\u0007', '/\udc00'])('is refused as %j', (path) => {
    expect(() => normalisePath(path)).toThrow(expect.objectContaining({ code: 'path_invalid' }));
  });

  it('of a file is not the root', () => {
    expect(() => filePath('//')).toThrow(expect.objectContaining({ code: 'path_invalid' }));
  });

  it('is beneath a folder, not beneath a prefix', () => {
    expect([isAtOrBeneath('/a/b', '/a'), isAtOrBeneath('/a', '/a'), isAtOrBeneath('/ab', '/a'), isAtOrBeneath('/ab', '/')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});

describe('a path segment', () => {
  it.each([
    ['chat-1_A.b', 'chat-1_A.b'],
    ['..', '%2E.'],
    ['.', '%2E'],
    ['a/b', 'a%2Fb'],
    ['a%2Fb', 'a%252Fb'],
    ['\u{1f600}', '%F0%9F%98%80'],
    ['\u0000 ', '%00%20'],
  ])('of %j is %s', (name, segment) => {
    expect(pathSegment(name)).toBe(segment);
  });

  it('is safe, and different for different names', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 128 });
    fc.assert(
      fc.property(name, name, (left, right) => {
        const segment = pathSegment(left);
        expect(normalisePath(segment)).toBe(`/${segment}`);
        expect(segment).toMatch(/^[A-Za-z0-9_%-][A-Za-z0-9_.%-]*$/);
        expect(decodeURIComponent(segment)).toBe(left);
        expect(pathSegment(right) === segment).toBe(left === right);
      }),
    );
  });

  it.each(['', 'x'.repeat(129), '\ud800'])('is refused for %j', (name) => {
    expect(() => pathSegment(name)).toThrow(expect.objectContaining({ code: 'path_invalid' }));
  });

  it('takes 128 characters of any kind', () => {
    expect(pathSegment('\u{1f600}'.repeat(128))).toHaveLength(128 * 12);
  });
});
