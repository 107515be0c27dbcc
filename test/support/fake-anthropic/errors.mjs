/** A rejection in the API's own envelope. */

export class ApiError extends Error {
  constructor(status, type, message, { details, headers } = {}) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
    this.headers = headers ?? {}
  }
}
export const bad = (message, details) => {
  throw new ApiError(400, 'invalid_request_error', message, { details, headers: { 'x-should-retry': 'false' } })
}
export const extra = (o, allowed, at) => {
  for (const k of Object.keys(o)) if (!allowed.has(k)) bad(`${at ? at + '.' : ''}${k}: Extra inputs are not permitted`)
} // [seen]
