import { formatCount } from './format/time.ts'

const figure = (count: number): string => count.toLocaleString('en')

/** Texts of renderer/chat for the parts of a result, and for one that is too large to be shown whole. */
export const results = {
  marks: {
    label: 'The server’s notes on this part',
    user: 'for you',
    assistant: 'for the model',
    both: 'for you and the model',
    priority: (value: string) => `priority ${value}`,
    changed: (when: string) => `changed ${when}`,
    forModel: 'A part for the model',
    notGiven: 'Not sent to the model.',
  },
  link: {
    name: (name: string) => `Link to the resource ${name}`,
    unnamed: 'without a name',
    noType: 'no type given',
    preview: 'Preview',
    previewOf: (name: string) => `Preview ${name}`,
    attach: 'Attach to message',
    attachOf: (name: string) => `Attach to message: ${name}`,
  },
  resource: {
    name: (uri: string) => `Resource ${uri}`,
    noUri: 'no URI given',
  },
  claimed: (claimed: string, type: string) => `Its server calls it ${claimed}. Its bytes are ${type}.`,
  sound: 'Audio',
  showData: 'Show data',
  hideData: 'Hide data',
  table: {
    name: 'Structured content as a table',
    more: (count: number) => `Show ${formatCount(count, 'more row')}`,
    yes: 'true',
    no: 'false',
    none: 'null',
  },
  failed: {
    reported: (server: string) => `${server} ran the call and reported an error.`,
  },
  large: {
    name: 'Large result',
    loading: 'Loading result…',
    whole: (size: string) => `${size}, stored in full.`,
    shown: (shown: number, characters: number) =>
      `Showing the first ${figure(shown)} of ${figure(characters)} characters.`,
    parts: (count: number) =>
      count === 1 ? '1 part is too large to show here.' : `${count} parts are too large to show here.`,
    structured: 'The structured content is too large to show here.',
    save: 'Save as file',
    saved: (file: string, size: string) => `Saved, ${size}: ${file}`,
    cannotSave: 'View only. You can’t save from this window.',
    search: 'Search in this result',
    searching: 'Searching…',
    found: (count: number) => formatCount(count, 'match', 'matches'),
    foundFirst: (count: number) => `The first ${formatCount(count, 'match', 'matches')}`,
    notFound: (words: string) => `No matches for “${words}”.`,
    matches: 'Matches in this result',
    more: 'Show more matches',
    readAt: (at: number) => `Read from character ${figure(at)}`,
    from: (at: number) => `text from character ${figure(at)}`,
    readOn: (left: number) => `Show more (${figure(left)} characters left)`,
    again: 'Try again',
  },
  ownTool: { name: 'Atrium', source: 'the server that sent the result' },
} as const
