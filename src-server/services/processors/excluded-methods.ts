import { z } from 'zod'

const Types = z.array(z.string())

/** Returns the types of methods that a merchant leaves out of a processor's payment page. */
export const excludedMethodsOf = ({
  excludedMethods,
}: {
  excludedMethods: string | null
}): string[] => (excludedMethods === null ? [] : Types.parse(JSON.parse(excludedMethods)))
