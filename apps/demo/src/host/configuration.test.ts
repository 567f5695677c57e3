import { expect, it } from 'vitest';
import { configurationFrom } from './configuration.ts';

it.each([
  [{}, 'sqlite:/here/.intarsia/journals.sqlite'],
  [{ INTARSIA_DATA: '/data' }, 'sqlite:/data/journals.sqlite'],
  [{ INTARSIA_DATA: '/data', INTARSIA_STORE: '' }, 'sqlite:/data/journals.sqlite'],
  [{ INTARSIA_STORE: 'a.sqlite' }, 'sqlite:a.sqlite'],
  [{ INTARSIA_DATA: '/data', INTARSIA_STORE: 'redis://:sesame@host/3' }, 'redis://:sesame@host/3'],
])('the store of %j is %s', (env, store) => {
  expect(configurationFrom(env, '/here')).toMatchObject({ store });
});
