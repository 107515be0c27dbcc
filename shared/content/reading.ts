/** What readings of resources by models are called in the log and in rules. */
export const readingTool = 'resources/read'

/** What looking through the resources of a server is called there. Nothing is sent to the server for it. */
export const listingTool = 'resources/list'

/** The hash of what a reading is defined as. A tool of a server that has the same name has another one. */
export const readingDefinition = '11337354a0faa8c8bfb2c6fbe52b5ebb9a02d8ad17321645bc1192ef3fcee1c6'

/** What can be said of reading, whoever the server is (server/resources). */
export const readingClaims = { readOnly: true, destructive: false, idempotent: true, openWorld: true }
