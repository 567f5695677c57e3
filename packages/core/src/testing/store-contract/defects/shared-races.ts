import { leasesOf } from './defect.ts';
import { both, changed, type SharedDefect } from './shared.ts';
import { inTwoHalves, looksFirst, oneAtATime, oneByOne, takesLater } from './ways.ts';

/** Defects that show when two handles do something at the same moment. */
export const sharedRaceDefects: readonly SharedDefect[] = [
  {
    defect: 'takes a lease that it saw free',
    caughtBy: 'shared race: of takers of both handles exactly one gets a lease',
    make: (handles) => both(handles, (handle) => leasesOf(handle, takesLater(handle))),
  },
  {
    defect: 'counts epochs for each handle',
    caughtBy: 'shared race: no epoch is granted twice',
    make: (handles) =>
      both(handles, (handle) => {
        let epoch = 0;
        return leasesOf(handle, {
          async acquire(lease, request, options) {
            const result = await handle.lease.acquire(lease, request, options);
            if (result.kind === 'held') return result;
            epoch += 1;
            return { ...result, epoch };
          },
        });
      }),
  },
  {
    defect: 'loses updates of the other',
    caughtBy: 'C11 shared race: concurrent updates that try again are all made',
    make: (handles) => both(handles, (handle) => looksFirst(handle)),
  },
  {
    defect: 'mixes its operations with those of the other',
    caughtBy: 'shared race: commits of both are in one order for all files',
    make: (handles) => both(handles, oneByOne),
  },
  {
    defect: 'lets a commit of the other pass by',
    caughtBy: 'shared race: of two commits that each expect what the other changes exactly one passes',
    make: (handles) => both(handles, (handle) => looksFirst(handle)),
  },
  {
    defect: 'refuses commits while the other makes one',
    caughtBy: 'shared race: commits of both about different files all pass',
    make: (handles) => {
      const state = { busy: false };
      return both(handles, (handle) => oneAtATime(handle, state));
    },
  },
  {
    defect: 'checks the fence on the way to the other',
    caughtBy: 'shared race: once the other handle took over, nothing of an older epoch is written',
    make: ({ store }) => ({ store: changed(store, looksFirst(store, 'fence')) }),
  },
  {
    defect: 'shows the other a commit bit by bit',
    caughtBy: 'shared race: a reader of one handle never sees a part of a commit of the other',
    make: ({ other }) => ({ other: changed(other, oneByOne(other)) }),
  },
  {
    defect: 'writes a text in two halves beside the other',
    caughtBy: 'shared race: writes and deletes of both leave whole files',
    make: (handles) => both(handles, inTwoHalves),
  },
];
