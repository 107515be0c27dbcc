import type { Requirements } from '../types.ts'

export const providers = {
  'PRV-1': {
    source: 'docs/configuration.md',
    behaviour:
      'A provider is added with its key in one step that first asks for its models; if the key is wrong or there is no list, nothing is saved and nothing typed is lost.',
  },
  'PRV-2': {
    source: 'docs/configuration.md',
    behaviour:
      'Extra headers go with every request to their endpoint; those that would carry a secret or replace Atrium’s own are refused with a sentence, in the form and in the file.',
  },
  'PRV-3': {
    source: 'docs/configuration.md',
    behaviour:
      'The user’s facts about a model count if its server doesn’t say: in requests, in lists and in the gauge.',
  },
  'PRV-4': {
    source: 'docs/configuration.md',
    behaviour:
      'One small request shows whether a model calls tools, streams and counts tokens: on request, and openly before the first use of an unknown server; the result has its date and is in the log.',
  },
  'PRV-5': {
    source: 'docs/configuration.md',
    behaviour:
      'A form of requests that a refusal taught is kept for a day, with its reason, until the user forgets it or the endpoint changes.',
  },
  'PRV-6': {
    source: 'docs/configuration.md',
    behaviour: 'A pasted URL is mended: without the path of one request, with a scheme, and as its API expects it.',
  },
  'PRV-7': {
    source: 'docs/interface.md 08a',
    behaviour:
      'Providers are searched and added by keyboard alone, from the settings, the first run and the palette, up to a first reply.',
  },
  'PRV-8': {
    source: 'docs/interface.md 08a',
    behaviour:
      'An endpoint’s models are searched and opened by keyboard, each with what is known of it and who says so.',
  },
} as const satisfies Requirements
