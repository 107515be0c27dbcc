import { secretWords } from './words.ts'

/**
 * Protocol words, and a few common words that people choose as passwords. As a secret's value they would be redacted
 * from unrelated text.
 */
const vocabulary = `
  jsonrpc method params result error message content contents isError structuredContent resultType complete
  input_required inputRequests inputResponses requestState text image audio resource resource_link resources role user
  assistant system tool tools tool_use tool_result tool_reference thinking redacted_thinking prompts prompt
  inputSchema outputSchema requestedSchema name title description annotations mimeType icons size
  uri uriTemplate resourceTemplates blob data nextCursor cursor ttlMs cacheScope private public priority audience
  lastModified readOnlyHint destructiveHint idempotentHint openWorldHint taskSupport execution
  capabilities protocolVersion serverInfo clientInfo instructions experimental listChanged subscribe logging completions
  elicitation sampling roots progressToken progress total requestId reason level logger debug info notice warning
  critical alert emergency taskId status statusMessage working completed failed cancelled pollInterval createdAt
  elicitationId action accept decline cancel mode form values hasMore completion argument arguments context ref
  ref/prompt ref/resource model stopReason end_turn max_tokens stop_sequence stopSequence maxTokens toolUse endTurn
  initialize ping server/discover tools/list tools/call prompts/list prompts/get resources/list resources/read
  resources/templates/list resources/subscribe resources/unsubscribe completion/complete logging/setLevel tasks/get
  tasks/list tasks/result tasks/cancel roots/list sampling/createMessage elicitation/create subscriptions/listen
  notifications/initialized notifications/cancelled notifications/progress notifications/message
  notifications/tools/list_changed notifications/prompts/list_changed notifications/resources/list_changed
  notifications/resources/updated notifications/roots/list_changed notifications/elicitation/complete
  notifications/tasks/status notifications/subscriptions/acknowledged io.modelcontextprotocol/serverInfo
  io.modelcontextprotocol/related-task io.modelcontextprotocol/logLevel io.modelcontextprotocol/protocolVersion
  io.modelcontextprotocol/clientInfo io.modelcontextprotocol/clientCapabilities io.modelcontextprotocol/subscriptionId
  type object string number integer boolean array null true false undefined properties required items enum const
  default format pattern minimum maximum minLength maxLength minItems maxItems uniqueItems multipleOf prefixItems
  exclusiveMinimum exclusiveMaximum additionalProperties patternProperties propertyNames unevaluatedProperties
  unevaluatedItems dependentRequired dependentSchemas contentMediaType contentEncoding readOnly writeOnly deprecated
  definitions examples contains allOf anyOf oneOf email date-time base64 utf-8 oauth-protected-resource
  application/json application/xml application/pdf application/octet-stream text/plain text/html text/markdown text/csv
  text/event-stream image/png image/jpeg image/svg+xml image/webp audio/wav audio/mpeg
  application/x-www-form-urlencoded application/schema+json www-authenticate authorization content-type content-length
  authorization_code access_token refresh_token client_secret client_credentials bearer basic
  password passwords secret secrets token tokens default development production staging testing example sample
  admin administrator postgres mysql mariadb mongodb sqlite redis rabbitmq github gitlab google docker localhost root
  server servers client clients session database username guest changeme welcome qwerty letmein enabled disabled
`

const lower = (text: string): string => text.toLowerCase()
const words: ReadonlySet<string> = new Set(vocabulary.split(/\s+/).filter(Boolean).map(lower))

const longestWord = Math.max(...[...words].map(({ length }) => length))

/** Whether this is a protocol word, or as common as one. */
export const isCommonWord = (text: string): boolean => text.length <= longestWord && words.has(lower(text))

/** Shorter values aren't redacted: they occur in any text by chance, and a text full of gaps would reveal them. */
const shortestEntered = 6

/** Whether a value the user entered is distinctive enough to be redacted. */
export const isDistinctive = (value: string): boolean =>
  value.length >= shortestEntered && new Set(value).size > 2 && !isCommonWord(value)

/** Values chosen by others must be random enough that no text contains them by chance. */
const shortestIssued = 16
/** On this computer the user is testing an authorization server, whose tokens aren't worth guessing. */
const shortestHere = 10
const fewestCharacters = 5

/**
 * Why a token or client secret isn't accepted, as a clause about it; undefined for a valid one. `isHere` if it was
 * issued on this computer.
 */
export function unusable(issued: string, isHere = false): string | undefined {
  const shortest = isHere ? shortestHere : shortestIssued
  if (issued.length < shortest) return secretWords.short(shortest)
  if (new Set(issued).size < fewestCharacters) return secretWords.uniform
  return isCommonWord(issued) ? secretWords.ordinary : undefined
}
