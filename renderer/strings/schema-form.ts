import { formatCount } from './format/time.ts'

/** Texts of renderer/schema-form. */
export const schemaForm = {
  notSet: 'Not set',
  yes: 'Yes',
  no: 'No',
  /** Used if a field has no name: as a label, and in a sentence. */
  unnamed: { label: 'Value', inSentence: 'value' },
  text: {
    hidden: 'Contains hidden characters: {text}',
    placeholders: {
      date: 'YYYY-MM-DD',
      'date-time': 'YYYY-MM-DDTHH:MM:SSZ',
      time: 'HH:MM:SS',
      email: 'name@example.org',
      uri: 'https://',
    },
  },
  choice: {
    choose: 'Choose one',
    search: (count: number) => `Type to search ${count} values`,
  },
  choices: {
    chosen: (count: number, of: number) => `${count} of ${of} chosen`,
    list: (title: string) => `Values for ${title}`,
  },
  json: {
    label: (name: string) => `${name} as JSON`,
    empty: 'Nothing entered yet.',
    invalid: (reason: string) => `This is not JSON: ${reason}.`,
    tooLarge: (number: string) => `The number ${number} is too large to send exactly.`,
    tooManyItems: (most: number) => `This has more than ${most} items or isn’t a list, so it’s shown as JSON.`,
    doesNotFit: 'This value doesn’t fit the field, so it’s shown as JSON.',
  },
  list: {
    moveUp: (item: number) => `Move item ${item} up`,
    remove: (item: number) => `Remove item ${item}`,
    add: 'Add item',
    atMost: (most: number) => `Up to ${most} items.`,
    atLeast: (least: number) => (least === 1 ? 'At least one item.' : `At least ${least} items.`),
    exactly: (count: number) => `Exactly ${count} items.`,
    between: (least: number, most: number) => `${least} to ${most} items.`,
  },
  object: {
    fillIn: 'Add',
    leaveOut: 'Remove',
    showMore: (count: number) => `Show ${formatCount(count, 'more field')}`,
    takesNone: 'This tool takes no arguments.',
    asksForNone: 'This tool asks for no arguments.',
    sendAllTheSame: 'Send arguments anyway',
    remove: (name: string) => `Remove ${name}`,
    newName: 'Name of the new field',
    nameFirst: 'Enter a name first.',
    nameTaken: 'That name is taken.',
    add: 'Add field',
    conditional: 'Some values depend on each other. Atrium checks them before the call runs.',
  },
  variants: {
    kindOf: (name: string) => `Type of ${name}`,
    choose: 'Choose a type',
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
    anyValue: 'Any value is allowed here.',
    unknownType: 'The schema names a type JSON doesn’t have.',
    noType: 'The schema names no readable type.',
    endless: 'This part of the schema refers to itself endlessly.',
    noValue: 'The schema allows no value here.',
    refersToItself: 'This part of the schema refers to itself.',
    refersToNothing: 'This part of the schema refers to something it doesn’t contain.',
  },
} as const
