import type { Requirements } from '../types.ts'

/** The form for any tool's input. */
export const schemas: Requirements = {
  'SCF-1': {
    source: 'docs/interface.md, Forms and pages',
    behaviour: 'Every kind of schema gets the control that fits it.',
  },
  'SCF-2': {
    source: 'docs/interface.md, Forms and pages',
    behaviour: 'Whatever a server wrote as a schema, the form neither fails nor hangs.',
  },
  'SCF-3': {
    source: 'docs/interface.md, Forms and pages',
    behaviour: 'What was typed stays as it was typed, also while it means nothing.',
  },
  'SCF-4': {
    source: 'docs/interface.md, Forms and pages',
    behaviour: 'A form begins with the defaults of the server and leaves out what is optional.',
  },
  'SCF-5': {
    source: 'docs/interface.md, Forms and pages',
    behaviour: 'No value is out of sight: what its field cannot show is written as JSON.',
  },
  'SCF-7': {
    source: 'docs/interface.md, Forms and pages',
    behaviour:
      'Required fields come first, then the others as the server orders them, and a long text has the width of the form and six lines.',
  },
  'SCF-6': {
    source: 'docs/interface.md, Forms and pages',
    behaviour: 'A number that could not be sent as it was typed is not sent.',
  },
}
