import type { Requirements } from '../types.ts'

/** Servers' skills by the extension `io.modelcontextprotocol/skills` (SEP-2640). */
export const skills = {
  'SKX-1': {
    source: 'MCP extensions, skills (SEP-2640), capability negotiation',
    behaviour:
      'Skills are asked for only if their server declares the extension; one that isn’t listed loads by its URI.',
  },
  'SKX-2': {
    source: 'MCP extensions, skills (SEP-2640), identity, names',
    behaviour:
      'A skill is known by its server and its URI. An approval on one server is none on another, and skills with the same name are all shown and named as such.',
  },
  'SKX-3': {
    source: 'MCP extensions, skills (SEP-2640), names',
    behaviour:
      'Skills with one name are all listed, each with its URI. The window and models get them apart, by their servers and, on one server, by their URIs.',
  },
  'SKX-4': {
    source: 'MCP extensions, skills (SEP-2640), entries, limits',
    behaviour:
      'An entry that is malformed, dynamic, above 512 files or 16 MiB, or whose name or files don’t fit its URI isn’t used, and says why; the others are.',
  },
  'SKX-5': {
    source: 'MCP extensions, skills (SEP-2640), lazy retrieval',
    behaviour: 'No file of a skill is read when its server connects, when skills are listed, or when one is approved.',
  },
  'SKX-6': {
    source: 'MCP extensions, skills (SEP-2640), integrity and verification',
    behaviour:
      'Each file that is read must be listed, and have the size and digest of the entry; a SKILL.md also the entry’s head. Anything else is used by no one.',
  },
  'SKX-7': {
    source: 'MCP extensions, skills (SEP-2640), frontmatter verification',
    behaviour: 'If one field of a SKILL.md’s head differs from its entry, the skill isn’t loaded.',
  },
  'SKX-8': {
    source: 'MCP extensions, skills (SEP-2640), limits',
    behaviour: 'A skill with 512 files and 16 MiB can be used; one above either limit is refused with the reason.',
  },
  'SKX-9': {
    source: 'MCP extensions, skills (SEP-2640), approval',
    behaviour:
      'An approval is for one skill and the URIs and digests of its files, on disk before it counts. If one changes, the skill isn’t loaded before the user approves it again.',
  },
  'SKX-10': {
    source: 'MCP extensions, skills (SEP-2640), activation, provenance',
    behaviour:
      'Reading a skill gives no model anything. The user loads an approved one by its name after a slash or in the palette; its text is the server’s for the model and for data flow.',
  },
  'SKX-11': {
    source: 'MCP extensions, skills (SEP-2640), activation, provenance, cross-server reads',
    behaviour:
      'A model learns only of approved skills, by name, and asks for one, or a file of it, with one tool. The user is asked each time, no rule answers, and the text comes verified from the skill’s own server, marked as its words.',
  },
  'SKX-12': {
    source: 'MCP extensions, skills (SEP-2640), no implicit local execution, no implicit permission grants',
    behaviour: 'No field of a skill permits anything: a tool in its `allowed-tools` is asked about like every other.',
  },
  'SKX-13': {
    source: 'MCP extensions, skills (SEP-2640), origin-scoped resource reads',
    behaviour:
      'A skill’s files are read from its own server. Once a model was given a skill, the user is asked about each read of another server, with both servers’ names, and no rule answers.',
  },
  'SKX-14': {
    source: 'MCP extensions, skills (SEP-2640), cache integrity',
    behaviour:
      'Atrium keeps no file of a skill: each use reads it from its server and verifies it again. A server’s removal ends the approvals of its skills.',
  },
  'SKX-15': {
    source: 'MCP extensions, skills (SEP-2640), provenance and inspection',
    behaviour:
      'The user sees whose skill it is and can read every file before they approve it, with a word on what a digest doesn’t prove.',
  },
  'SKX-16': {
    source: 'MCP extensions, skills (SEP-2640), the acting window and the held entry',
    behaviour:
      'The approved set of files governs every read of a skill, whatever its server lists at the same time; another set needs another approval.',
  },
} as const satisfies Requirements
