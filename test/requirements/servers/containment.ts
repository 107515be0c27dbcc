import type { Requirements } from '../types.ts'

/** The reach of a limited or sealed server's program. */
export const containment = {
  'CNT-11': {
    source: 'docs/threat-model.md, Against an MCP server: programs; docs/threat-model.md 208',
    behaviour:
      'A contained program can’t read other programs’ secrets or Atrium’s own data, by any path or link; a limited one reads everything else as before.',
  },
  'CNT-12': {
    source: 'docs/threat-model.md, Against an MCP server: programs; docs/threat-model.md 209',
    behaviour: 'It can change only the folders chosen for it and its own cache, not through links made in them either.',
  },
  'CNT-13': {
    source: 'docs/threat-model.md 210',
    behaviour: 'Mounts, namespaces and devices it makes for itself open nothing; in a sealed server it can make none.',
  },
  'CNT-14': {
    source: 'docs/threat-model.md, Against an MCP server: programs',
    behaviour: 'A sealed program sees only the chosen folders, itself and the system’s programs.',
  },
  'CNT-15': {
    source: 'docs/configuration.md, Containment',
    behaviour: 'A folder that would undo the containment is refused with a sentence, and the server doesn’t start.',
  },
  'CNT-16': {
    source: 'docs/threat-model.md 211',
    behaviour: 'It sees, signals and traces only its own processes, and has no rights beyond the account’s.',
  },
  'CNT-17': {
    source: 'docs/threat-model.md 210',
    behaviour: 'It finds no devices but those every program needs.',
  },
  'CNT-18': {
    source: 'docs/threat-model.md 212',
    behaviour:
      'It reaches no other program’s socket, with or without a file; where the system can’t prevent it, Atrium says so.',
  },
  'CNT-19': {
    source: 'docs/threat-model.md 213',
    behaviour: 'A sealed program has no network, and a limited one the computer’s.',
  },
  'CNT-20': {
    source: 'docs/threat-model.md, Against an MCP server: programs; docs/decisions.md 55',
    behaviour:
      'A level is offered only after it was seen to hold here; a server that asks for another doesn’t start, and says why.',
  },
  'CNT-21': {
    source: 'docs/threat-model.md 213',
    behaviour:
      'A sealed program reaches the hosts named for it through Atrium’s proxy, others neither with nor without it.',
  },
  'CNT-22': {
    source: 'docs/interface.md, Servers; docs/configuration.md, Containment',
    behaviour:
      'A server’s containment is chosen on its page, with what each level means, its folders and hosts; a level that doesn’t work here says why.',
  },
  'CNT-23': {
    source: 'docs/threat-model.md, Against an MCP server: programs; docs/configuration.md, Containment',
    behaviour:
      'A server that fails because its containment lacks a path or host is told which; the view or the proxy decides that, not the server’s words.',
  },
  'CNT-24': {
    source: 'docs/decisions.md 60',
    behaviour:
      'On macOS a contained program runs in the system’s sandbox: its profile hides other programs’ secrets after every rule that allows, and no path can end its text.',
  },
  'CNT-31': {
    source: 'docs/threat-model.md 251',
    behaviour:
      'A server’s variables travel as data through every shell and tool that starts or contains it, at every level, and only its program gets them: all of them, as configured, or it doesn’t start.',
  },
  'CNT-32': {
    source: 'docs/threat-model.md 252',
    behaviour:
      'A server’s processes have no open file but their three pipes and the leash, whatever the host inherited from the program that started it.',
  },
  'CNT-33': {
    source: 'docs/threat-model.md 208, 253',
    behaviour:
      'Hidden from contained programs are the places of secrets known here and the files in which other applications keep their servers, behind links at every level, and whether they exist at the start or not.',
  },
  'CNT-34': {
    source: 'docs/threat-model.md 254',
    behaviour: 'Another Atrium’s data folder is hidden like this one’s, and can’t be given to a contained server.',
  },
  'CNT-35': {
    source: 'docs/threat-model.md 255',
    behaviour:
      'A sealed program’s connections to the proxy are limited in number, and end after 10 s without a request.',
  },
  'CNT-36': {
    source: 'docs/threat-model.md 212',
    behaviour:
      'At every level, a socket file that a program listens on at the start can’t be reached in a folder the server only reads, whatever its name and however many there are.',
  },
  'CNT-41': {
    source: 'docs/threat-model.md 271',
    behaviour:
      'Building a view makes, empties and changes nothing outside the file systems made for it: every file is the same afterwards, wherever the program lies and whatever links lead to it.',
  },
  'CNT-42': {
    source: 'docs/threat-model.md 272',
    behaviour:
      'A contained server starts with the data folder, the home folder and temporary files in any place, as every account and with every shell: its view is built where no path leads.',
  },
  'CNT-43': {
    source: 'docs/decisions.md 81',
    behaviour:
      'The check of a level runs as servers do, with the same data folder, account and home; the doctor calls no level fine at which a server couldn’t be started.',
  },
  'CNT-44': {
    source: 'docs/threat-model.md 273',
    behaviour:
      'A view shows the folder that was checked: each place is opened once, without following links, and if it is another object by then, nothing starts.',
  },
  'CNT-45': {
    source: 'docs/threat-model.md 273',
    behaviour:
      'If a chosen folder overlaps with one that another contained server may change, the question names both before the server starts.',
  },
  'CNT-51': {
    source: 'docs/threat-model.md 253',
    behaviour: 'A folder with a place of secrets in it, at any depth, can’t be given to a contained server.',
  },
  'CNT-52': {
    source: 'docs/threat-model.md 254',
    behaviour:
      'A folder with an Atrium’s data in it, at any depth, can’t be given to a contained server; data folders are looked for behind links as well.',
  },
  'CNT-53': {
    source: 'docs/threat-model.md 274',
    behaviour:
      'A home folder, a place of secrets or Atrium’s data that a mount shows at another path is hidden there, and can’t be given to a contained server.',
  },
  'CNT-54': {
    source: 'docs/threat-model.md 253',
    behaviour: 'A link of a hidden place hides what it is written to lead to, before anything is there.',
  },
  'CNT-55': {
    source: 'docs/threat-model.md 253',
    behaviour:
      'A hidden place behind a link stays hidden from a limited program that runs while another one replaces it.',
  },
  'CNT-58': {
    source: 'docs/threat-model.md 253',
    behaviour:
      'A hidden place outside the home folder, as a variable can name it, stays hidden from a limited program that runs while another one makes or replaces it.',
  },
  'CNT-57': {
    source: 'docs/threat-model.md',
    behaviour: 'Nothing that a contained server or the host it reaches sends through the gate ends Atrium.',
  },
} as const satisfies Requirements
