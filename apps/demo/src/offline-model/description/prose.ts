/** Words of a whole sentence: nothing that has one of them names a kind of entry. */
const sentenceWords = new Set(
  "i you he she we they is are was were am be been has have had does did would should could must might not or so too very again but because it's that's there's isn't aren't don't".split(
    ' ',
  ),
);

/** True for words that are a sentence, or a part of one, and no name: `the bus is late`, `so far so good`. */
export function isSentence(words: readonly string[]): boolean {
  return words.some((word) => sentenceWords.has(word.toLowerCase()) || word === 'it') || adverbial.test(words.join(' '));
}

const adverbial =
  /^(?:so far|until (?:now|today|recently)|up to now|at (?:the moment|present|first|last)|right now|for (?:now|years|ages)|these days|in the past|some day|last (?:week|month|year)|of course|by the way|good|bad|great|fine|nice|cool|late|early|never|always|maybe|perhaps)$/i;

/** True for a field's label that states something instead of naming it (`bus is late`); `is active` and `when it was bought` name it. */
export function isStatement(label: string): boolean {
  if (/^so\s|^(?:as|nor|neither)\s+(?:is|are|was|were|am|do|does|did)\b/i.test(label)) return true;
  if (/^(?:what|who|whom|whose|where|when|which|why|how|whether|if|is|are|was|were|has|have)\b/i.test(label)) return false;
  return /\S\s(?:is|are|was|were|am|isn't|aren't|wasn't|weren't)(?:\s|$)|^it(?:'s|\s+(?:is|was|has))\b/i.test(label);
}

const builds = 'turn|make|convert|transform|build|create|do|put|move|get|have|write|give|set up';
const plainRequest = new RegExp(
  `^(?:(?:please|so|now|and|then|hi|hello|hey|ok|okay)[\\s,!.]+)*(?:(?:can|could|would|will) you (?:please )?|i(?:'d| would) like (?:you )?to |i (?:want|need) (?:you )?to |is it possible to |let's )?(?:${builds})\\s+(?:(?:that|this|it|them|me|us|all|out|from|into|to|for|with|as|an?|the|of|small|simple|little|nice|proper|real|new|web|mobile|online|please)\\s+)*(?:web ?)?(?:apps?|application|tool|website|program|system|one|that|this|it|them|me|us)(?:\\s+(?:for|from|out of|with|of|that|this|it|me|us|them|please|now|then|too|instead))*[\\s.?!]*$`,
  'i',
);

/** True for a request to build that says nothing of what: `Can you turn that into a web app?` */
export const isPlainRequest = (sentence: string): boolean => plainRequest.test(sentence);
