// A server whose tools take arguments that are hard to ask for. Each returns its arguments as JSON. If it has a
// file as an argument, it also has the tool `shifting`, whose schema changes once that file exists.
import { existsSync, unwatchFile, watchFile } from 'node:fs'
import { serve, text } from './lib.mjs'

const [, , sign] = process.argv

const word = { type: 'string' }
const node = {
  type: 'object',
  properties: { name: word, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
  required: ['name'],
}
const shot = {
  type: 'object',
  properties: { scale: { enum: ['css', 'device'], default: 'css' } },
  required: ['scale'],
}
const schemas = {
  // Written like the defaults of schema generators: required nonetheless.
  screenshot: { ...shot, properties: { ...shot.properties, area: shot } },
  tree: { type: 'object', properties: { root: { $ref: '#/$defs/node' } }, required: ['root'], $defs: { node } },
  endless: {
    type: 'object',
    properties: { boss: { $ref: '#/$defs/person' } },
    required: ['boss'],
    $defs: { person: { type: 'object', properties: { boss: { $ref: '#/$defs/person' } }, required: ['boss'] } },
  },
  joined: {
    allOf: [
      { type: 'object', properties: { a: word }, required: ['a'] },
      { properties: { a: { minLength: 3 }, b: { type: 'number' } }, required: ['b'] },
    ],
  },
  tuple: {
    type: 'object',
    properties: { pair: { type: 'array', prefixItems: [word, { type: 'integer' }], items: false, minItems: 2 } },
    required: ['pair'],
  },
  nullable: {
    type: 'object',
    properties: { limit: { anyOf: [{ type: 'integer', minimum: 3 }, { type: 'null' }], default: null } },
  },
  map: { type: 'object', properties: { scores: { type: 'object', additionalProperties: { type: 'number' } } } },
  conditional: {
    type: 'object',
    properties: { pay: { enum: ['card', 'cash'] }, card: word },
    required: ['pay'],
    if: { properties: { pay: { const: 'card' } } },
    then: { required: ['card'] },
  },
  large_choice: {
    type: 'object',
    properties: { city: { enum: Array.from({ length: 900 }, (_, index) => `city ${index}`) } },
    required: ['city'],
  },
  inherited: JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"required":["toString"]}',
  ),
  shapes: {
    type: 'object',
    properties: {
      shape: {
        oneOf: [
          {
            title: 'Circle',
            type: 'object',
            properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
            required: ['kind', 'radius'],
          },
          {
            title: 'Square',
            type: 'object',
            properties: { kind: { const: 'square' }, side: { type: 'number' } },
            required: ['kind', 'side'],
          },
        ],
      },
    },
    required: ['shape'],
  },
  numbers: { type: 'object', properties: { list: { type: 'array', items: { type: 'integer' }, maxItems: 3 } } },
  anything: {},
}

let shifting = { type: 'object', properties: { kept: word, old: word } }

const { notify } = serve({
  name: 'awkward',
  tools: () => [
    ...Object.entries(schemas).map(([name, inputSchema]) => ({ name, inputSchema })),
    ...(sign ? [{ name: 'shifting', inputSchema: shifting }] : []),
  ],
  call: (name, args) => text(`got ${JSON.stringify(args)}`),
})

if (sign)
  watchFile(sign, { interval: 50 }, () => {
    if (!existsSync(sign)) return
    unwatchFile(sign)
    shifting = { type: 'object', properties: { kept: word, fresh: word }, additionalProperties: false }
    notify('notifications/tools/list_changed')
  })
