import type { Requirements } from '../types.ts'

/** The server form, and the field for pasted configs. */
export const form = {
  'FORM-1': {
    source: 'docs/interface.md 06i',
    behaviour: 'A server is a program or an address; what was typed for the other kind is neither judged nor saved.',
  },
  'FORM-2': {
    source: 'docs/interface.md, Empty, loading and error',
    behaviour: 'An address and its headers are judged as in servers.json, and the sentence stands beside its field.',
  },
  'FORM-3': {
    source: 'docs/decisions.md 18',
    behaviour:
      'A secret of a row goes to the store under a name of its own; no renaming, replacing or unticking loses or mixes up another.',
  },
  'FORM-4': {
    source: 'docs/decisions.md 1',
    behaviour: 'A server that is opened and saved is what it was, whatever the form does not show of it.',
  },
  'FORM-5': {
    source: 'docs/interface.md 06h; docs/decisions.md 7',
    behaviour: 'The time limits of a server are numbers of seconds that do not contradict each other.',
  },
  'FORM-6': {
    source: 'docs/interface.md 06i',
    behaviour: 'Servers at an address are read in the spellings of known applications, and an address alone is one.',
  },
  'FORM-7': {
    source: 'docs/interface.md 06i; docs/threat-model.md 118, 122',
    behaviour:
      'Secrets in a pasted config are recognised and said; what is left open in it is asked for, never filled in.',
  },
  'FORM-8': {
    source: 'docs/interface.md, Words',
    behaviour: 'What of a pasted text cannot be taken is said with its reason.',
  },
  'FORM-9': {
    source: 'docs/interface.md 06i',
    behaviour: 'Several servers are added at once; each refusal names its server and costs no other.',
  },
  'FORM-10': {
    source: 'docs/interface.md, Words',
    behaviour: 'The form says to which host everything goes, and whether that is this computer.',
  },
  'FORM-11': {
    source: 'docs/protocol-support.md, Ways to a server',
    behaviour:
      'A server at an address is added and edited by the interface; its secret is sent to it and is not in the file.',
  },
  'FORM-12': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'The form is used by keyboard, axe finds nothing in it, and nothing scrolls sideways at 360 px.',
  },
  'FORM-13': {
    source: 'docs/interface.md, Adding servers; docs/threat-model.md 118',
    behaviour:
      'After a press, and only for an admin, the servers in other applications’ files are listed: the files are read within bounds, nothing is started or changed, a problem is one sentence and costs only its file, and a server that is there already is said and not chosen.',
  },
  'FORM-14': {
    source: 'docs/interface.md, Adding servers',
    behaviour:
      'A starter is a known server as data: it asks for its one or two values, can be searched, has a fixed version where one is known, and becomes an ordinary server that is reviewed before anything of it runs.',
  },
  'FORM-15': {
    source: 'docs/interface.md, Adding servers',
    behaviour:
      'TOML as Codex writes it gives its servers; values that it only names are asked for, and a line that cannot be read is named.',
  },
  'FORM-16': {
    source: 'docs/interface.md, Adding servers',
    behaviour:
      'The servers of about 30 applications are read in their own formats, within bounds: with what is asked for, what is a secret, what changes, what can’t be carried over and why, and what to look at. Nothing is looked up, and tokens are never taken.',
  },
  'FORM-17': {
    source: 'docs/interface.md, Adding servers',
    behaviour:
      'A pasted install link of another application shows its server like any other text; its secrets are marked.',
  },
  'FORM-18': {
    source: 'docs/interface.md, Adding servers',
    behaviour:
      'Servers added together can be removed together again, with their secrets; one whose configuration changed since is kept and named.',
  },
  'FORM-19': {
    source: 'docs/interface.md, Adding servers',
    behaviour:
      'Chosen servers are written in the formats of the main applications: with references instead of secrets, the names to set, and a word about what can’t be expressed there.',
  },
  'FORM-21': {
    source: 'docs/interface.md, Adding servers',
    behaviour:
      'Servers are put into an application’s own file after a preview: only entries with their names change, comments stay, a copy is kept beside it, and a file that changed since is left alone. Secrets are written only on insistence, into a file in Atrium’s folder that its owner alone can read.',
  },
  'FORM-22': {
    source: 'docs/threat-model.md 261',
    behaviour:
      'A suggested ID comes from the image, package, file or host, never from the value of an option or a variable. No name that looks like a secret, or contains a known one, is suggested or accepted.',
  },
  'FORM-23': {
    source: 'docs/interface.md 06i',
    behaviour:
      'While servers are added, each row says so as soon as its server is there; a row’s own server is never a reason against it.',
  },
  'FORM-24': {
    source: 'docs/interface.md, Adding servers',
    behaviour:
      'What is pasted becomes the server that was meant, or a named problem, never a command that nobody wrote: fences, prose, typographic quotes, several blocks, commands in several lines, another application’s `mcp add`, a package’s name alone, and commands that only install.',
  },
  'FORM-25': {
    source: 'docs/threat-model.md 118',
    behaviour:
      'A value or a part of one that is only `$NAME`, or a placeholder of documentation, is asked for in every application’s format: in variables, headers, arguments and URLs.',
  },
  'FORM-26': {
    source: 'docs/guide.md, Add a server',
    behaviour:
      'Secrets in a container’s arguments (`-e NAME=value`) are offered as encrypted variables; nothing else in the arguments changes.',
  },
  'FORM-27': {
    source: 'docs/interface.md, The first answer',
    behaviour: 'The review of added servers ends with one request per server, which fills the message.',
  },
  'FORM-20': {
    source: 'docs/interface.md, Adding servers',
    behaviour:
      'Twenty-five servers are imported and started together: while they start, lists, pages and the keyboard work, and the page asks the host nothing for each of them.',
  },
} as const satisfies Requirements
