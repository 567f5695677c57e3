const keeper =
  'tracker|inventory|database|data ?base|catalogu?e|register|registry|directory|log|log ?book|list|collection|journal|diary|records?|archive|organi[sz]er|planner|manager|index|overview|crm|tracking|management|organi[sz]ation|roster|ledger|schedule|log sheet|sheet|table|spreadsheet|notebook';
const software =
  'web ?app|apps?|application|tool|system|software|program(?:me)?|web ?page|website|page|solution|spreadsheet|table|form|dashboard|platform|thing|something|place|way';
const keeping =
  'keep(?:s|ing)? (?:an? )?(?:track|record|records|list|log|inventory|overview|database|register|eye) (?:of|on|with)|track(?:s|ing)?|manag(?:e|es|ing)|record(?:s|ing)?|log(?:s|ging)?|stor(?:e|es|ing)|catalog(?:ue|s|ing|uing)?|organi[sz](?:e|es|ing)|regist(?:er|ers|ering)|monitor(?:s|ing)?|collect(?:s|ing)?|sav(?:e|es|ing)|maintain(?:s|ing)?|administ(?:er|ers|ering|rate)|document(?:s|ing)?|inventor(?:y|ies|ying)|writ(?:e|es|ing) down|not(?:e|es|ing) down|look(?:s|ing)? after|follow(?:s|ing)?|handl(?:e|es|ing)|list(?:s|ing)?|count(?:s|ing)?|enter(?:s|ing)?|file|plan(?:s|ning)?';

/** Where the entity ends and something about its fields may begin. */
export const separator = new RegExp(
  [
    ',?\\s+(?:and\\s+)?(?:where|in which|for which|so that|whereby)\\s+(?:each|every|i|we|you|an? )',
    ',?\\s+(?:with|and|for)?\\s*(?:each|every)\\s+(?:one|of them|of which|entry|item|record|single)?',
    ',?\\s+(?:should\\s+|must\\s+|will\\s+|can\\s+)?(?:have|has|having|contain|contains|containing|include|includes|including|storing|recording|showing|featuring|holding|listing|keeping|saving|noting)\\s+',
    ',?\\s+(?:(?:that|which|who)\\s+|(?:should|must|will|can)\\s+)+(?:have|has|contain|contains|include|includes|store|stores|record|records|show|shows|hold|holds|list|lists|keep|keeps|save|saves|track|tracks)\\s+',
    ',?\\s+(?:along |together )?with(?:\\s+|(?=:))',
    ',?\\s+(?:and|plus)\\s+(?:their|its|for (?:each|every)|the following)\\s+',
    ',?\\s+whose\\s+',
    ',?\\s+by\\s+(?=[^,]{1,80}(?:,|\\sand\\s))',
    ',?\\s+(?:fields?|columns?)\\s*(?:are|:)',
    '\\s*:(?!//|\\d)',
    '\\s*;',
    '\\s+(?:—|–|-{1,2}>?|=>|→|=)\\s+',
    '\\s*\\n+',
    '\\s*[.!?](?=\\s|$)',
    '\\s*\\((?=[^)]{0,200}[,\\ue000])',
    ',\\s+',
  ].join('|'),
  'i',
);

const adjectiveOnly =
  'an?|the|my|our|simple|small|little|nice|basic|plain|quick|easy|personal|new|tiny|mini|good|web|web-based|mobile|online|digital|private|internal|custom|clean|modern|lightweight|working|complete|full|minimal|tracking|crud|data|stock|inventory|management|an? |kind of|sort of|what kind of';

/** `an app called GreenWatch …`: the app, its name, the rest. */
export const titledApp = new RegExp(
  `^(.*?\\b(?:${keeper}|${software}))\\s*,?\\s+(?:called|named|titled)\\s+("[^"]+"|'[^']+'|\\p{Lu}[\\p{L}\\p{N}]*(?:\\s\\p{Lu}[\\p{L}\\p{N}]*)*|[\\p{L}\\p{N}]+)(.*)$`,
  'iu',
);

/** `plant tracker …`, `book inventory: …`: the words before a keeper, and the keeper. */
export const ownedKeeper = new RegExp(
  `^(.+?)[ -](?!records?\\b|book\\b(?!\\s*(?:with|:|—|-|,|$))|applications?\\s+(?:tracker|manager|app|list|database|inventory|register|log)\\b)(${keeper}|book|apps?|application)(?:[ -](?:${software}|${keeper})){0,4}(?=$|[\\s,:;.!?(—-])`,
  'iu',
);

/** Words that say nothing of the entries. */
export const onlyAdjectives = new RegExp(`^(?:${adjectiveOnly})$`, 'i');

/** A keeper with its own `for`, or a verb: the words do not name the entries. */
export const opensOtherwise = new RegExp(
  `\\b(?:${keeper}|${software})\\s+(?:for|of|about|on)\\b|^(?:each|every|for|in|about|${keeping})(?:\\s|$)`,
  'i',
);

/** `a tracker for`, `an inventory of`, `a database to store`. */
export const keeperFor = new RegExp(
  `\\b(?:${keeper})(?:[ -](?:${software}|${keeper})){0,4}\\s*,?\\s+(?:for\\s+(?=\\w+ing\\s)(?:${keeping})|for|of|about|on|with all|(?:to|that|which|where i can|where we can|for|in which i can|i can use to|that (?:lets|helps|allows) (?:me|us)(?: to)?)\\s+(?:${keeping}))\\s+`,
  'i',
);

/** `an app to track`, `a place where I can manage`. */
export const softwareTo = new RegExp(
  `\\b(?:${software})(?:\\s+for (?:me|us|my \\w+|our \\w+))?\\s*,?\\s+(?:to|that|which|where (?:i|we) can|where|for|in which (?:i|we) can|(?:i|we) can use to|that can|which can|with which (?:i|we) can|that (?:lets|helps|allows) (?:me|us|people|you)(?: to)?|to (?:help|let) (?:me|us)(?: to)?)\\s+(?:easily |simply |quickly )?(?:${keeping})\\s+`,
  'i',
);

/** `an app for`. */
export const softwareAbout = new RegExp(`\\b(?:${software})\\s+(?:for|about)\\s+`, 'i');

/** `I want to track`. */
export const keepingVerb = new RegExp(`(?:^|\\b(?:to|i|we|me|us|please|can|and|help|helps|for)\\s+)(?:${keeping})\\s+`, 'i');

/** `diary with …`. */
export const bareKeeper = new RegExp(`^(?:${keeper})(?:\\s+(?:${software}))?(?=\\s+(?:with|having|that|which|where)\\b|\\s*[:—])`, 'i');

/** `I have kept my plants in a spreadsheet`: the entries. */
export const keptIn =
  /\b(?:i|we)(?:'ve)?\s+(?:(?:have|had|always|currently|now|usually|just|only|so far|still|used to)\s+)*(?:keep|kept|track|tracked|store|stored|manage|managed|record|recorded|log|logged|list|listed|collect|collected|maintain|maintained|write|wrote|written|organi[sz]ed?|noted?|have|had|(?:been\s+)?(?:keeping|tracking|storing|managing|recording|logging|listing|maintaining|writing))\s+(?:(?:down|up|track of|a list of|records? of|all)\s+)*((?:my|our|the)\s+[^,;:.]+?)\s+(?:in|on|with|using)\s+(?:(?:an?|the|my|our|one|some|shared|google|excel|paper|big|old|simple|huge|long|word|text|csv)\s+)*(?:spreadsheets?|excel|sheets?|tables?|notebooks?|paper|files?|word|documents?|lists?|database|access|binders?|csv|cards?)\b(?=\s*$|\s*[.,;:(—]|\s+(?:with|where|whose|that|which|and|so|by)\b)/i;
