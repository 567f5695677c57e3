/** What a model, a person or a file says must not steer the terminal: control characters other than line ends and tabs are made visible. */
export const shown = (text: string): string => text.replace(/[^\P{Cc}\n\t]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
