/**
 * Requests that are recorded by those who know more, calls by the agent and walks by the catalogue; those that come
 * again and again, such as pings and questions for a task, and completions not at all.
 */
export const unrecorded: ReadonlySet<string> = new Set([
  'tools/call',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'completion/complete',
  'notifications/initialized',
  'ping',
  'tasks/get',
])
