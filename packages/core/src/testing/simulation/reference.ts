import { factOf } from '../../journal/facts.ts';
import { foldJournal, initialState } from '../../journal/fold.ts';
import { callPlaces } from './call-places.ts';
import { type ConversationEnd, endOf } from './checks.ts';
import { type HistoryRecord, liveHistory } from './history.ts';
import { calmPlan } from './plan.ts';
import type { Scenario } from './scenario.ts';
import type { SimulationSetup } from './setup.ts';

/**
 * The end that the conversation of a history has without faults. A call that somebody said had happened has a result and no writes to the context, which died
 * with its owner: in the run that is compared, the call in its place writes nothing either. Each run is lived once.
 */
export function referenceEnds(setup: SimulationSetup): (scenario: Scenario, record: HistoryRecord) => Promise<ConversationEnd> {
  const known = new Map<Scenario, Map<string, Promise<ConversationEnd>>>();
  return (scenario, record) => {
    const ofScenario = known.get(scenario) ?? new Map<string, Promise<ConversationEnd>>();
    known.set(scenario, ofScenario);
    const unwritten = saidToHaveHappened(record);
    const key = [...unwritten].sort().join();
    const end = ofScenario.get(key) ?? liveCalmly(setup, scenario, unwritten);
    ofScenario.set(key, end);
    return end;
  };
}

async function liveCalmly(setup: SimulationSetup, scenario: Scenario, unwritten: ReadonlySet<string>): Promise<ConversationEnd> {
  const { record, trace } = await liveHistory(setup, scenario, calmPlan(), unwritten);
  if (record !== null && record.stuck === null) return endOf(record.facts, record.state);
  throw new Error(['The conversation does not reach its end even without faults:', ...trace.lines()].join('\n'));
}

function saidToHaveHappened({ facts, envelopes }: HistoryRecord): ReadonlySet<string> {
  const places = callPlaces();
  const happened = new Set<string>();
  let state = initialState(facts);
  for (const envelope of envelopes) {
    state = foldJournal(facts, state, envelope);
    places.see(state, [envelope]);
    const fact = factOf(envelope);
    if (fact?.type === 'intarsia.effect.resolved' && fact.data.resolution === 'happened') happened.add(places.of(fact.data.key));
  }
  return happened;
}
