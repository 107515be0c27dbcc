import type { JsonObject } from '../../../shared/schema/json.ts'

const capabilities = 'io.modelcontextprotocol/clientCapabilities'

/** Parameters of a request that belongs to an extension; with `declared`, each must declare it. */
const params = (properties: JsonObject, declared?: string): JsonObject => ({
  type: 'object',
  required: ['_meta', ...Object.keys(properties)],
  properties: {
    ...properties,
    _meta: {
      allOf: [
        { $ref: '#/$defs/RequestMetaObject' },
        ...(declared === undefined
          ? []
          : [
              {
                required: [capabilities],
                properties: {
                  [capabilities]: {
                    required: ['extensions'],
                    properties: { extensions: { type: 'object', required: [declared] } },
                  },
                },
              },
            ]),
      ],
    },
  },
})

const request = (method: string, wanted: JsonObject): JsonObject => ({
  type: 'object',
  required: ['id', 'jsonrpc', 'method', 'params'],
  properties: { method: { const: method }, params: wanted },
})

const tasks = 'io.modelcontextprotocol/tasks'
const id = { type: 'string', minLength: 1 }

/** The requests of the official extensions to 2026-07-28 that a client sends, by their names there. */
export const extensionRequests: Record<string, JsonObject> = {
  GetTaskRequest: request('tasks/get', params({ taskId: id }, tasks)),
  CancelTaskRequest: request('tasks/cancel', params({ taskId: id }, tasks)),
  UpdateTaskRequest: request(
    'tasks/update',
    params({ taskId: id, inputResponses: { type: 'object', minProperties: 1 } }, tasks),
  ),
  ListSkillsRequest: request('skills/list', params({})),
  GetSkillRequest: request('skills/get', params({ uri: id })),
}
