/**
 * The shape of a dictionary without its texts: one in another language must have exactly the same keys, and
 * functions with the same parameters.
 */
export type Words<T> = T extends string
  ? string
  : T extends (...values: infer V) => infer R
    ? (...values: V) => Words<R>
    : T extends readonly (infer E)[]
      ? readonly Words<E>[]
      : T extends object
        ? { readonly [K in keyof T]: Words<T[K]> }
        : T
