import { formatCount } from './format/time.ts'

/** What renderer/schema-form says. */
export const schemaForm = {
  notSet: 'Not set',
  yes: 'Yes',
  no: 'No',
  optional: 'optional',
  /** What stands for a name where there is none: as a label, and in a sentence. */
  unnamed: { label: 'Value', inSentence: 'value' },
  text: {
    hidden: 'It has characters that cannot be seen: {text}',
    placeholders: {
      date: 'YYYY-MM-DD',
      'date-time': 'YYYY-MM-DDTHH:MM:SSZ',
      time: 'HH:MM:SS',
      email: 'name@example.org',
      uri: 'https://',
    },
  },
  number: {
    between: (least: number, most: number) => `${least}–${most}`,
    from: (least: number) => `from ${least}`,
    to: (most: number) => `to ${most}`,
  },
  choice: {
    choose: 'Choose one',
    search: (count: number) => `Type to search ${count} values`,
  },
  json: {
    label: (name: string) => `${name} as JSON`,
    empty: 'Nothing is written here yet.',
    invalid: (reason: string) => `This is not JSON: ${reason}.`,
    tooLarge: (number: string) => `The number ${number} is too large to be sent exactly as it stands.`,
    tooManyItems: (most: number) => `It has more than ${most} items or is no list, so it is written as JSON.`,
    doesNotFit: 'What stands here does not fit the field, so it is written as JSON.',
  },
  list: {
    moveUp: (item: number) => `Move item ${item} up`,
    remove: (item: number) => `Remove item ${item}`,
    add: 'Add item',
    atMost: (most: number) => `At most ${most} items.`,
    atLeast: (least: number) => (least === 1 ? 'At least one item.' : `At least ${least} items.`),
    exactly: (count: number) => `Exactly ${count} items.`,
    between: (least: number, most: number) => `${least} to ${most} items.`,
  },
  object: {
    fillIn: 'Fill it in',
    leaveOut: 'Leave it out',
    showMore: (count: number) => `Show ${formatCount(count, 'more value')}`,
    takesNone: 'This tool takes no values.',
    asksForNone: 'This tool asks for no values.',
    sendAllTheSame: 'Send values all the same',
    remove: (name: string) => `Remove ${name}`,
    newName: 'Name of a new value',
    nameFirst: 'Write its name first.',
    nameTaken: 'There is one of this name already.',
    add: 'Add value',
    conditional: 'More rules hold between these values. They are checked before it runs.',
  },
  variants: {
    kindOf: (name: string) => `Kind of ${name}`,
    choose: 'Choose a kind',
  },
  types: {
    string: 'text',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'yes or no',
    null: 'nothing (null)',
    array: 'a list',
    object: 'several values',
  },
  kinds: { oneOfSeveral: 'one of several', json: 'JSON' },
  problems: {
    anyValue: 'Any value fits here.',
    unknownType: 'The schema names a type that JSON does not have.',
    noType: 'The schema names no type that can be read.',
    endless: 'This part of the schema refers to itself without an end.',
    noValue: 'The schema lets no value through here.',
    refersToItself: 'This part of the schema refers to itself.',
    refersToNothing: 'This part of the schema refers to something that is not in it.',
  },
} as const
