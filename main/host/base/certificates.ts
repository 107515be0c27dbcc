/** Whether a connection failed because the other side's certificate isn't trusted, by the error's code. */
export const isCertificateFault = (code: string): boolean => /CERT|SELF_SIGNED|SIGNATURE/.test(code)
