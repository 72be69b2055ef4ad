type Patch<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: Patch<Value[Key]> | undefined }
    : Value;

/** Some fields of a record and its id; nested objects may be partial as well. */
export type RecordPatch<TRecord> = Patch<TRecord> & { readonly id: string | number };
