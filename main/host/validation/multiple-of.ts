import { _, type FuncKeywordDefinition } from 'ajv'

/** JSON Schema's `multipleOf`, computed in decimal as the numbers are written: 0.07 is a multiple of 0.01. */
export const exactMultipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  compile: (factor: number) => (value: number) => isMultipleOf(value, factor),
  error: {
    message: ({ schemaCode }) => _`"must be multiple of " + ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
}

/** Whether a value is a multiple. Nothing is one of zero, because the specification requires a factor above it. */
function isMultipleOf(value: number, factor: number): boolean {
  if (factor === 0 || !Number.isFinite(value) || !Number.isFinite(factor)) return false
  if (Number.isSafeInteger(value) && Number.isSafeInteger(factor)) return value % factor === 0
  const [of, by] = [decimal(value), decimal(factor)]
  const places = Math.max(of.places, by.places)
  return scaled(of, places) % scaled(by, places) === 0n
}

/** A number is `digits` divided by ten to the power of `places`. */
type Decimal = { digits: bigint; places: number }

/** The shortest decimal that parses back to this number, which is how JSON writes it. */
function decimal(number: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) }
}

const scaled = ({ digits, places }: Decimal, to: number): bigint => digits * 10n ** BigInt(to - places)
