import type { Requirements } from '../types.ts'

/** The first run, the settings and the choice of a model, on screen. */
export const settingsui: Requirements = {
  'SET-1': {
    source: 'docs/interface.md 09a',
    behaviour:
      'Where there is no model, no server and no conversation, one recommended way to begin and the others are shown; nothing is sent or looked for before one is chosen',
  },
  'SET-2': {
    source: 'docs/interface.md 09a',
    behaviour: 'From the first window to a first call of a tool no key is needed',
  },
  'SET-3': {
    source: 'docs/interface.md 09a',
    behaviour: 'A key is checked before it counts, a refused one is one clear sentence, and nothing of it is kept',
  },
  'SET-4': {
    source: 'docs/interface.md 08a',
    behaviour: 'Models on this computer are found by a press, shown with what works less well, and used by another',
  },
  'SET-5': {
    source: 'docs/interface.md 09a',
    behaviour: 'The ways to begin can be left, and a link leads back to them',
  },
  'SET-6': {
    source: 'docs/interface.md 08a',
    behaviour: 'Places of models are added, tested, changed and removed, with or without a key, each by a sentence',
  },
  'SET-7': {
    source: 'docs/decisions.md 48',
    behaviour:
      'A conversation has its own model and system prompt, a new one too, and going on with none is one choice',
  },
  'SET-8': {
    source: 'docs/interface.md, Calls',
    behaviour: 'What a turn and a conversation cost is shown where the price is known, by the person’s own price first',
  },
  'SET-9': {
    source: 'docs/interface.md 08a, 08b, 08c, 08d',
    behaviour: 'Each page of the settings has an address, and what is said of data and permissions is so',
  },
  'SET-10': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'axe finds nothing on these screens in either theme, and 360 px are enough',
  },
  'SET-11': {
    source: 'docs/interface.md 09a',
    behaviour:
      'From the first window to a first result takes at most five actions by keyboard, without a model; then a model is suggested',
  },
  'SET-15': {
    source: 'docs/interface.md, Layout; docs/interface.md, Composer',
    behaviour:
      'Text size, chat width, density, code font, the key that sends and which results open are chosen in Appearance, apply at once, and stay.',
  },
  'SET-12': {
    source: 'docs/interface.md 08a',
    behaviour: 'The first accepted key gives new conversations a model, and says which and where to change it',
  },
  'SET-14': {
    source: 'docs/interface.md, Keys',
    behaviour:
      'The model menu begins with the recommended model, groups the others by family, filters as the user types, and has a field for an ID',
  },
  'SET-21': {
    source: 'docs/interface.md, Keys',
    behaviour:
      'The model menu opens by key, groups models by provider below those last used, finds them as the user types, and says of each only what is known',
  },
  'SET-16': {
    source: 'docs/interface.md 09a',
    behaviour: 'From a key to a model’s first reply takes at most five actions by keyboard',
  },
  'SET-23': {
    source: 'docs/interface.md, Settings',
    behaviour: 'A page that is not a table says at most 120 words before anything is pressed or scrolled',
  },
  'SET-22': {
    source: 'docs/interface.md, Settings',
    behaviour: 'A field finds each setting on any page by its name and description, and leads to it, by keyboard',
  },
  'SET-25': {
    source: 'docs/interface.md, The first answer',
    behaviour:
      'From the welcome page to an answer made with a tool takes at most six actions: with a key and a folder, with a server of another app, and with a model on this computer.',
  },
  'SET-26': {
    source: 'docs/interface.md, The first answer',
    behaviour:
      'Once there is a model, its second step offers a folder, other apps’ servers, the sample tools or just a conversation, and can be found again while there are no tools.',
  },
  'SET-24': {
    source: 'docs/interface.md 09a',
    behaviour:
      'The welcome page keeps its place if a way shows more, and a provider’s page for keys is a link with its host in sight.',
  },
}
