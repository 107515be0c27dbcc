import type { Requirements } from '../types.ts'

/** A server's questions to the user, for both sides. */
export const elicitation = {
  'ELI-1': {
    source: 'specification client/elicitation, "Requested Schema" of all revisions',
    behaviour: 'A filled form is judged on both sides alike, and as its schema does.',
  },
  'ELI-2': {
    source: 'specification client/elicitation, "Requested Schema"; docs/threat-model.md 106',
    behaviour: 'A form has the kinds of fields of all revisions; what is none is refused with the reason.',
  },
  'ELI-3': {
    source: 'specification client/elicitation; docs/interface.md, Forms and pages',
    behaviour:
      'A form is asked at the call it belongs to, several at once where several are; accepting, declining and leaving it are told apart, and what does not fit is not sent.',
  },
  'ELI-4': {
    source: 'specification client/elicitation, "Security"; docs/threat-model.md 103',
    behaviour: 'A form that asks for a secret is sent only if the person insists; what she gave is in no log.',
  },
  'ELI-5': {
    source: 'docs/threat-model.md 103',
    behaviour:
      'Fields and messages that ask for secrets are recognised, disguised and in several languages; what only speaks of them is not.',
  },
  'ELI-6': {
    source: 'docs/threat-model.md 196; docs/decisions.md 7',
    behaviour:
      'A call that is cancelled, a server that is gone and a question that is taken back leave nothing open; asking costs no time of a call.',
  },
  'ELI-7': {
    source: 'specification client/elicitation, "Safe URL handling"',
    behaviour: 'A page is opened only with consent to its address as browsers read it; nothing is fetched before.',
  },
  'ELI-8': {
    source: 'specification client/elicitation, "Error handling"; docs/threat-model.md 105, 106',
    behaviour: 'What cannot be shown or must not be opened is refused with the reason, and is in the log.',
  },
  'ELI-9': {
    source: 'specification 2025-11-25 client/elicitation, URLElicitationRequiredError and completion',
    behaviour:
      'A page that has to be visited first is waited for, until the person or the server says that it is done.',
  },
  'ELI-10': {
    source: 'specification 2026-07-28 patterns/mrtr; docs/decisions.md 11; docs/threat-model.md 107, 108',
    behaviour: 'Rounds of input are at most ten; their state goes back as it came, up to a bound.',
  },
  'ELI-11': {
    source: 'specification 2026-07-28 patterns/mrtr',
    behaviour: 'Prompts and resources may ask as calls do.',
  },
  'ELI-12': {
    source: 'specification client/elicitation, "Safe URL handling"; docs/threat-model.md',
    behaviour: 'A page on this computer is offered only for a server that is configured to be on this computer.',
  },
  'ELI-15': {
    source: 'docs/threat-model.md 103',
    behaviour:
      'Only a word directly after an unmistakable name makes it one that is merely discussed; letters of other styles and alphabets hide no name; in doubt the form says that it may ask for a secret.',
  },
  'ELI-19': {
    source: 'docs/threat-model.md, Against an MCP server: requests to you',
    behaviour:
      'A word that often names a secret leaves a doubt in a short name, and in a message near a word that asks; numbers count as well as texts, but not what only counts or describes such things.',
  },
  'ELI-16': {
    source: 'docs/protocol-support.md, Requests and reports from servers',
    behaviour:
      'Each kind of field that common libraries generate is asked; an optional one that can’t be shown is left out with a word.',
  },
  'ELI-17': {
    source: 'docs/threat-model.md 106; docs/interface.md, Forms and pages',
    behaviour: 'A form that can’t be shown is told to the person, who can only decline it; its server gets the reason.',
  },
  'ELI-18': {
    source: 'docs/threat-model.md 103; docs/decisions.md 77',
    behaviour:
      'The log has the names of the answered fields and a keyed digest, never an answer; the key is in no file of the log.',
  },
  'ELI-14': {
    source: 'docs/interface.md, Forms and pages',
    behaviour: 'Of a page’s host only the domain that someone registered is marked, and the facts name it as the site.',
  },
  'ELI-13': {
    source: 'docs/interface.md, Forms and pages',
    behaviour:
      'An open request says how long ago it was asked, and a call that ended before its answer says so and can be run again.',
  },
  'SED-9': {
    source: 'specification client/elicitation, "Security considerations"; docs/decisions.md 11',
    behaviour:
      'Twenty requests of one server in a moment reach the user; the next is refused with a sentence, one more passes every three seconds, and other servers aren’t affected.',
  },
} as const satisfies Requirements
