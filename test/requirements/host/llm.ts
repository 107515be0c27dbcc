import type { Requirements } from '../types.ts'

/** The model side: the conversation is never rejected because of server content, and nothing runs by accident. */
export const llm = {
  'LLM-1': {
    source: 'Messages API, streaming',
    behaviour: 'Text and thinking arrive as deltas with block and offset; the wait goes from requesting to answering.',
  },
  'LLM-2': {
    source: 'Messages API, extended thinking: blocks go back unchanged',
    behaviour: 'An answer holds the blocks as received, and they are accepted when they are sent back.',
  },
  'LLM-3': {
    source: 'docs/threat-model.md P29, 188, 190',
    behaviour: 'Only a message that stopped for tool use has calls; a call that was cut at any byte is gone.',
  },
  'LLM-4': {
    source: 'docs/threat-model.md 190, 193',
    behaviour: 'A call that cannot be read comes back with its problem, takes a result, and the conversation goes on.',
  },
  'LLM-5': {
    source: 'Messages API, errors; docs/threat-model.md 187, 188',
    behaviour: 'Every way a request can fail is one fault and one sentence that says what to do next.',
  },
  'LLM-6': {
    source: 'docs/threat-model.md 186, 187',
    behaviour:
      'What may pass is tried again twice at most, as the API asks or backing off, and each wait is announced. An overload without advice gets two further attempts, a minute apart; the user can end a wait.',
  },
  'LLM-7': {
    source: 'docs/threat-model.md 188',
    behaviour: 'Once content has begun, nothing is asked again.',
  },
  'LLM-8': {
    source: 'docs/threat-model.md 189',
    behaviour: 'A stream without content is called stalled; one without a byte is given up; pings keep it alive.',
  },
  'LLM-9': {
    source: 'docs/architecture.md, The journal',
    behaviour:
      'An abort ends the request at once, in every state, with the reason of the signal, and the server sees it.',
  },
  'LLM-10': {
    source: 'docs/threat-model.md 200',
    behaviour: 'Key and conversation go to the configured address only; environment and redirects change nothing.',
  },
  'LLM-11': {
    source: 'docs/architecture.md, Secrets',
    behaviour: 'No error shows the key.',
  },
  'LLM-12': {
    source: 'Messages API, prompt caching',
    behaviour:
      'The next request of a conversation reads the one before from the cache, however many calls lie between.',
  },
  'LLM-13': {
    source: 'docs/threat-model.md 57, 58, 59, 60, 61, 62, 63, 64; Messages API, tool definitions',
    behaviour:
      'A tool goes out with a valid object schema, a bounded description and no other field, whatever its server wrote.',
  },
  'LLM-14': {
    source: 'Messages API, tool definitions: property keys',
    behaviour: 'Keys that the API refuses are renamed one to one, and calls come back in the terms of the server.',
  },
  'LLM-15': {
    source: 'docs/threat-model.md 52, 53',
    behaviour: 'A model reads no character of a definition that a person cannot see, and written languages stay whole.',
  },
  'LLM-16': {
    source: 'Messages API, tool results; docs/threat-model.md 76, 80, 85, 88',
    behaviour:
      'Results hold text and sound images only; what cannot be shown is named, and long ones say what is missing.',
  },
  'LLM-17': {
    source: 'Messages API, vision; docs/threat-model.md 89',
    behaviour: 'Images are judged by their bytes, and kept within the limits of one image and of many.',
  },
  'LLM-18': {
    source: 'docs/threat-model.md 192, 194, 195',
    behaviour:
      'Any history is mended: one result for each call, in order, right after it; valid ids; the person begins and ends.',
  },
  'LLM-19': {
    source: 'Messages API, extended thinking: bound to its model',
    behaviour: 'After a change of model, thinking and blocks of the other are left out and its words stay.',
  },
  'LLM-20': {
    source: 'Messages API, request limits',
    behaviour: 'A request stays under 32 MB: old images and results give way; what cannot fit is refused here.',
  },
  'LLM-21': {
    source: 'Messages API, models; Ollama, LM Studio, llama.cpp and vLLM: /v1/models',
    behaviour: 'All models are listed over all pages; a server that knows ids only is understood.',
  },
  'LLM-22': {
    source: 'docs/decisions.md 46',
    behaviour: 'The cost of a stream is linear in its length.',
  },
  'LLM-23': {
    source: 'Messages API, stop reasons; docs/threat-model.md 191',
    behaviour: 'Every stop reason has its name; an unknown one is an end and is named.',
  },
  'LLM-24': {
    source: 'docs/threat-model.md P27, 64',
    behaviour: 'Whatever tools, results and histories are, the API refuses no request.',
  },
  'LLM-40': {
    source: 'docs/threat-model.md',
    behaviour:
      'Notes of Atrium’s own among what others wrote have a mark that no server can write, told to the model outside of it; a note that a server forges is its text.',
  },
  'LLM-41': {
    source: 'docs/threat-model.md',
    behaviour:
      'For each fault without an exact sentence, the server’s own words are quoted when the retries are over: marked as theirs, bounded, without markup and without the key. An error in an answer that claims success counts as one.',
  },
  'LLM-42': {
    source: 'docs/threat-model.md',
    behaviour:
      'A model that floods can be stopped, delays nothing else in the host, and ends at 32 MB with a sentence.',
  },
  'LLM-43': {
    source: 'docs/threat-model.md',
    behaviour:
      'Arguments with one meaning cost no second request: none as null, JSON text in JSON text, a fence, or null for an optional argument without null. They are shown, judged, logged and sent as the one object that they mean.',
  },
} as const satisfies Requirements
