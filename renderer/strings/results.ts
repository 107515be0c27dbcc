import { formatCount } from './format/time.ts'

const figure = (count: number): string => count.toLocaleString('en')

/** What renderer/chat says of the parts of a result, and of one that is too large to be shown whole. */
export const results = {
  marks: {
    label: 'What the server says of this part',
    user: 'for you',
    assistant: 'for the model',
    both: 'for you and the model',
    priority: (value: string) => `priority ${value}`,
    changed: (when: string) => `changed ${when}`,
    forModel: 'A part for the model',
    notGiven: 'The model is not given this part.',
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
    noUri: 'no address given',
  },
  claimed: (claimed: string, type: string) => `Its server calls it ${claimed}. Its bytes are ${type}.`,
  sound: 'A sound',
  showData: 'Show its data',
  hideData: 'Hide its data',
  table: {
    name: 'Structured content as a table',
    more: (count: number) => `Show ${formatCount(count, 'more row')}`,
    yes: 'true',
    no: 'false',
    none: 'null',
  },
  failed: {
    reported: (server: string) => `${server} ran it and reported an error.`,
  },
  large: {
    name: 'A large result',
    loading: 'The result is being read.',
    whole: (size: string) => `${size}, stored whole.`,
    shown: (shown: number, characters: number) =>
      `Here are the first ${figure(shown)} of ${figure(characters)} characters.`,
    parts: (count: number) =>
      count === 1 ? '1 part is too large to be shown here.' : `${count} parts are too large to be shown here.`,
    structured: 'Its structured content is too large to be shown here.',
    save: 'Save as file',
    saved: (file: string, size: string) => `Saved, ${size}: ${file}`,
    cannotSave: 'This window may look but not save.',
    search: 'Search in this result',
    searching: 'Searching…',
    found: (count: number) => formatCount(count, 'place'),
    foundFirst: (count: number) => `The first ${formatCount(count, 'place')}`,
    notFound: (words: string) => `Nothing in it says “${words}”.`,
    matches: 'Places in this result',
    more: 'Show more places',
    readAt: (at: number) => `Read from character ${figure(at)}`,
    from: (at: number) => `text from character ${figure(at)}`,
    readOn: (left: number) => `Read on, ${figure(left)} characters left`,
    again: 'Try again',
  },
  ownTool: { name: 'Atrium', source: 'the server that sent the result' },
} as const
