/** The name for resource reads by models in the log and in rules. */
export const readingTool = 'resources/read'

/** The name for listing a server's resources. Atrium sends nothing to the server for it. */
export const listingTool = 'resources/list'

/** The definition hash of a read. A server's tool with the same name has another hash. */
export const readingDefinition = '11337354a0faa8c8bfb2c6fbe52b5ebb9a02d8ad17321645bc1192ef3fcee1c6'

/** The claims that apply to reading on any server (server/resources). */
export const readingClaims = { readOnly: true, destructive: false, idempotent: true, openWorld: true }
