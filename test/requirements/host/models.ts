import type { Requirements } from '../types.ts'

export const models = {
  'MOD-1': {
    source: 'docs/decisions.md 48',
    behaviour: 'Nothing is sent to any endpoint before the person chose it: not at start, not by adding it.',
  },
  'MOD-2': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour: 'Settings of the first release, in the file and in the journal, are read as those of one endpoint.',
  },
  'MOD-3': {
    source: 'Ollama, LM Studio, llama.cpp and vLLM: /v1/models',
    behaviour:
      'Servers on this computer are found by one GET on each usual port, told apart by what they say, and not added.',
  },
  'MOD-4': {
    source: 'Ollama, LM Studio, llama.cpp and vLLM: /v1/messages',
    behaviour: 'A conversation with tools goes through each local server; nothing is sent that it lacks.',
  },
  'MOD-5': {
    source: 'docs/decisions.md 45',
    behaviour: 'A stream that ends early, figures that are missing and thinking without a signature are borne.',
  },
  'MOD-6': {
    source: 'docs/decisions.md 45',
    behaviour: 'A call that a model writes as text does not run; which tool it meant is said.',
  },
  'MOD-7': {
    source: 'Messages API, extended thinking: bound to its model',
    behaviour:
      'A conversation goes on with another model at another endpoint, and back, and from a person’s own calls: words, calls and results stay, thinking does not.',
  },
  'MOD-8': {
    source: 'docs/decisions.md 48',
    behaviour:
      'A conversation keeps what answered last, whatever answers in new ones, until the person chooses another or none.',
  },
  'MOD-9': {
    source: 'docs/decisions.md 48',
    behaviour: 'The person’s system prompt goes with every request of its conversation, after Atrium’s own words.',
  },
  'MOD-10': {
    source: 'Anthropic, pricing',
    behaviour: 'A message costs its four figures at the price of its model; a model without a price has no cost.',
  },
  'MOD-21': {
    source: 'docs/decisions.md 48',
    behaviour:
      'A cost that the server reports counts as it is; else tokens and a price; else nothing. Figures that were not reported stay unknown.',
  },
  'MOD-11': {
    source: 'docs/architecture.md, Secrets',
    behaviour: 'The key of an endpoint goes to that endpoint only, and goes with it when it is removed.',
  },
  'MOD-12': {
    source: 'docs/decisions.md 1',
    behaviour:
      'Endpoints, prices and the choice are in settings.json, edited by hand or by command, each change journalled.',
  },
} as const satisfies Requirements
