/**
 * The shape of a dictionary without its words, so that one in another language must have every key and no
 * other. A single text may become any text; a union, such as a status, is a value and stays.
 */
export type Words<T> = T extends string
  ? Wording<T>
  : T extends (...values: infer V) => infer R
    ? (...values: V) => Words<R>
    : T extends readonly (infer E)[]
      ? readonly Words<E>[]
      : T extends object
        ? { readonly [K in keyof T]: Words<T[K]> }
        : T

type Wording<T extends string> = IsUnion<T> extends true ? T : string

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never
