import common from '@ts-morph/common'

// oxlint-disable-next-line import/no-default-export -- it stands in for a package that has one
export default common.ts
