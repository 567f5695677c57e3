import { useId, useState } from 'react';
import './steps-card.css';
import { duration, exactTime, Icon, RunningTime, StateGlyph } from '../design/index.ts';
import { type ConversationItem, type Step, stepTitles } from '../state/index.ts';

type Build = Extract<ConversationItem, { kind: 'build' }>;

/** The steps of one build. It folds to one line when it is done; a press unfolds it. */
export function StepsCard({ build, number }: { readonly build: Build; readonly number: number }) {
  const [unfolded, setUnfolded] = useState(false);
  const listId = useId();
  const steps = (
    <ol className="steps-card-list" id={listId}>
      {build.steps.map((step) => (
        <StepRow key={step.name} step={step} />
      ))}
    </ol>
  );
  const name = build.version === null ? `Build ${number}` : `Version ${build.version}`;
  if (!build.complete) {
    return (
      <section className="steps-card" aria-label={`${name}, steps`}>
        {steps}
      </section>
    );
  }
  return (
    <section className="steps-card complete" aria-label={`${name}, steps`}>
      <button
        type="button"
        className="steps-card-fold"
        aria-expanded={unfolded}
        aria-controls={listId}
        onClick={() => setUnfolded(!unfolded)}
      >
        <StateGlyph state={build.steps.some(({ state }) => state === 'failed') ? 'failed' : 'done'} />
        <span className="truncate">{summary(build, name)}</span>
        <span className="steps-card-time tabular" title={build.endedAt ? `Ended ${exactTime(build.endedAt)}` : undefined}>
          {duration(build.steps.reduce((sum, step) => sum + step.activeMs, 0))}
        </span>
        <Icon name="chevron" className="steps-card-chevron" />
      </button>
      {unfolded && steps}
    </section>
  );
}

function summary(build: Build, name: string): string {
  const results = build.steps.filter((step) => step.name === 'build' || step.name === 'validate').map(({ result }) => result);
  return [name, ...results.filter(Boolean)].join(' · ');
}

function StepRow({ step }: { readonly step: Step }) {
  const result = step.state === 'asked' ? 'Waits for you' : step.state === 'stopped' ? 'Stopped' : step.result;
  return (
    <li className={`step ${step.state}`} aria-current={step.state === 'running' ? 'step' : undefined}>
      <StateGlyph state={step.state} />
      <span className="step-name">
        {stepTitles[step.name]}
        {step.tries > 1 && <span className="step-tries"> try {step.tries}</span>}
      </span>
      <span className="step-result truncate" title={result || undefined}>
        {result}
      </span>
      <span className="step-time tabular">
        {step.state === 'running' && step.since !== null ? (
          <RunningTime since={step.since} activeMs={step.activeMs} />
        ) : (
          step.activeMs > 0 && duration(step.activeMs)
        )}
      </span>
    </li>
  );
}
