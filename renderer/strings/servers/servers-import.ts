import type { ExportLoss, MergeProblem } from '../../../shared/config/exported.ts'
import { importCodes } from '../../../shared/config/import-words.ts'
import type { ImportSuggestion } from '../../../shared/config/imported.ts'
import { formatCount } from '../format/time.ts'

const suggestions: Record<ImportSuggestion['what'], { label: string; help: string }> = {
  'direct-address': { label: 'Connect to the URL directly', help: 'Without the program in between.' },
  'npx-yes': { label: 'Add -y', help: 'Otherwise npx may wait for an answer that can’t come.' },
  'secret-variables': {
    label: 'Take its secrets out of the arguments',
    help: 'They are encrypted, and the container gets them as variables.',
  },
}

/** Texts about servers from other applications, and from pasted text. */
export const serverImport = {
  ...importCodes,
  suggestions,
  fileOf: (client: string, place: string) => `${client}, ${place}`,
  reading: 'Reading…',
  more: (count: number) => `${formatCount(count, 'more server')} in this text. These are the first 500.`,
  place: (place: string) => `In the project ${place}`,
  alsoIn: (client: string, as: string) => `Also in ${client}, as ${as}.`,
  managed: (app: string, names: string) =>
    `An administrator set up these servers for ${app}: ${names}. They can’t be imported.`,
  leadsTo: (file: string) => `A link to ${file}`,
  fill: 'Fill in for the selected servers',
  fillHelp: 'Atrium doesn’t take these values from its environment. Enter each once.',
  neededBy: (ids: string) => `Needed by ${ids}.`,
  fromEnvironment: 'An environment variable in the original config.',
  files: (count: number) => `Atrium looks at ${count} files`,
  chooseAll: 'Select all',
  chooseNone: 'Select none',
  drop: 'Drop a file here to read its servers',
  export: {
    open: 'Export…',
    title: 'Export servers',
    client: 'For',
    servers: 'Servers',
    copy: 'Copy the text',
    save: 'Save file',
    saved: 'Saved in Atrium’s folder: {file}',
    merge: {
      look: (app: string) => `Add to the file of ${app}…`,
      title: (file: string) => `Changes in ${file}`,
      adds: (id: string) => `Adds ${id}`,
      replaces: (id: string) => `Replaces ${id}`,
      hidden: 'Secrets in replaced entries are hidden here. The copy of the file has them.',
      write: 'Change this file',
      done: 'Changed {file}. The file before is kept in {copy}',
      problems: {
        'another-form': 'The file keeps its servers in another form. Save the export and copy it there.',
        'no-file': 'This application has no file on this computer yet. Save the export and put it there.',
        'not-kept': 'The file can’t be changed without losing something in it. Save the export and copy it there.',
        unreadable: 'The file can’t be read. Fix it first, or save the export and copy it there.',
      } satisfies Record<MergeProblem, string>,
    },
    secrets: {
      open: 'Save with secrets…',
      warning: (names: string) =>
        `The file will contain these values as plain text: ${names}. Anyone who can read the file can use them. Delete the file when you no longer need it.`,
      save: 'Save file with secrets',
      cancel: 'Keep secrets out',
    },
    nothingChosen: 'No server is selected.',
    variables: (names: string) => `Contains no secrets. Set these values there: ${names}.`,
    lost: (name: string, what: string) => `${name}: ${what}`,
    stays: 'Rules, trust and accepted definitions stay in Atrium.',
    losses: {
      folder: 'Its folder is left out. This application has no setting for it.',
      off: 'Left out, because it’s off and this application can’t say so.',
      playground: 'Left out. The playground is part of Atrium.',
      settings: 'Shared folders, model use, log level and the tool limit are left out.',
      'sign-in': 'Its OAuth client is left out. You sign in there again.',
      'some-sign-in': 'A part of its OAuth client is left out. This application has no setting for it.',
      'some-time-limits': 'Some of its time limits are left out. This application has at most one, for calls.',
      'through-program': 'Reached through the program mcp-remote, because this application has no URLs.',
      'time-limits': 'Its time limits are left out.',
    } satisfies Record<ExportLoss, string>,
  },
  undo: {
    done: (count: number) => `Added ${formatCount(count, 'server')}.`,
    action: 'Undo',
    label: 'Added servers',
    kept: (ids: string) => `Kept, because they changed since: ${ids}.`,
    dismiss: 'Dismiss',
  },
} as const
