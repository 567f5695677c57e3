import { describe, expect, it } from 'vitest';
import { readConversations, readJournalPage, readPreview, readSnapshot, readVersions } from './wire.ts';

describe('what the server answers', () => {
  it('may be anything: the page takes what it knows', () => {
    for (const value of [null, 7, 'text', [], {}, { conversations: [{}], versions: [{}], entries: [{}], events: [{}] }]) {
      expect(readConversations(value)).toEqual([]);
      expect(readSnapshot(value).events).toEqual([]);
      expect(readVersions(value).length).toBe(value !== null && typeof value === 'object' && 'versions' in value ? 1 : 0);
      expect(readJournalPage(value).next).toBe('');
      expect(readPreview(value).state).toBe('none');
    }
  });

  it('lists versions from the oldest on', () => {
    const value = {
      versions: [
        { id: 'b', number: 2, outcome: 'passed' },
        { id: 'a', number: 1, outcome: 'odd' },
      ],
    };
    expect(readVersions(value).map(({ id, outcome }) => [id, outcome])).toEqual([
      ['a', null],
      ['b', 'passed'],
    ]);
  });

  it('never makes the frame show a script', () => {
    expect(readPreview({ state: 'ready', url: 'javascript:alert(1)', localUrl: 'data:text/html,x' })).toMatchObject({
      url: null,
      localUrl: null,
    });
    expect(readPreview({ state: 'ready', url: 'http://a.localhost:1/' }).url).toBe('http://a.localhost:1/');
  });
});
