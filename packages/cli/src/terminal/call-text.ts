import type { AttemptEnd, AttemptExplanation, CallApproval, CallExplanation, CallRequest } from '@intarsia/core';
import { oneLine, valueText } from './one-line.ts';

/** One tool call with everything that became of it: lines for a person. */
export function callLines(call: CallExplanation): readonly string[] {
  const { key, place, tool, effect, status, argumentsDigest, request, approval, attempts } = call;
  return [
    `  ${place}: ${oneLine(tool, 60)}, effect ${effect}, ${status}`,
    `    key ${oneLine(key)}, arguments ${oneLine(argumentsDigest, 12)}`,
    ...(request === null ? [] : requestLines(request)),
    ...(approval === null ? [] : approvalLines(approval)),
    ...attempts.flatMap(attemptLines),
  ];
}

function requestLines({ at, component, mode, payload, actions, answer }: CallRequest): readonly string[] {
  const offered = actions.length === 0 ? '' : `, actions ${actions.map((action) => oneLine(action, 60)).join(', ')}`;
  const asked = `    asked at ${oneLine(at)} with ${oneLine(component, 60)} (${oneLine(mode, 60)})${offered}: ${valueText(payload)}`;
  if (answer === null) return [asked, '    not answered yet'];
  const action = answer.action === null ? '' : `${oneLine(answer.action, 60)} `;
  return [asked, `    answered at ${oneLine(answer.at)}: ${action}${valueText(answer.response)}`];
}

function approvalLines({ at, risk, arguments: given, decision }: CallApproval): readonly string[] {
  const asked = `    approval asked for at ${oneLine(at)}, risk ${risk}: ${valueText(given)}`;
  if (decision === null) return [asked, '    not decided yet'];
  const verb = decision.decision === 'allow' ? 'allowed' : 'denied';
  const why = decision.reason === null ? '' : `: ${oneLine(decision.reason)}`;
  return [asked, `    ${verb} at ${oneLine(decision.at)} by ${oneLine(decision.by, 60)}${why}`];
}

function attemptLines({ attempt, epoch, claimedAt, end, late }: AttemptExplanation): readonly string[] {
  const head = `    attempt ${attempt}, epoch ${epoch}, claimed at ${oneLine(claimedAt)}: `;
  const after =
    late === null ? [] : [`      ended late, after ${late.durationMs} ms, and was not used: ${late.status} ${valueText(late.result)}`];
  return [`${head}${endText(end)}`, ...after];
}

function endText(end: AttemptEnd | null): string {
  switch (end?.kind) {
    case undefined:
      return 'no end was recorded';
    case 'released':
      return 'given back, it was never started';
    case 'settled':
      return `${end.status}${codeText(end.code)} after ${end.durationMs} ms, ${valueText(end.result)}`;
    case 'uncertain': {
      if (end.resolution === null) return 'uncertain, nobody saw it end';
      const { resolution, by, code, result } = end.resolution;
      return `uncertain, then resolved by ${oneLine(by, 60)}: ${resolution}${codeText(code)} ${valueText(result)}`;
    }
  }
}

const codeText = (code: string | null): string => (code === null ? '' : ` (${code})`);
