/** The name for resource reads by models in the log and in rules. */
export const readingTool = 'resources/read'

/** The name for loading a skill by a model in the log. */
export const loadingTool = 'skills/load'

/** The name for listing a server's resources. Atrium sends nothing to the server for it. */
export const listingTool = 'resources/list'

/** The definition hash of a read. A server's tool with the same name has another hash. */
export const readingDefinition = '7caf0f046129241d63aaba5484ebcdeceb64090c731a394143065394856f81b3'

/** The definition hash of loading a skill. Atrium defines it itself, and always asks before a skill is loaded. */
export const loadingDefinition = '186f2d254c1d65024e15cbacfe0165daf3b0a4a7fad4099ea3228962f3093161'

/** The claims that apply to reading on any server (server/resources). */
export const readingClaims = { readOnly: true, destructive: false, idempotent: true, openWorld: true }
