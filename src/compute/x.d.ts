export interface X {
    a: 1;
}
//# sourceMappingURL=x.d.ts.map