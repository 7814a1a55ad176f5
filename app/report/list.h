// One line per format: X(name, file name extension, note). The file is report_<name>.c with
// `void report_<name>(const ReportInput *in, TextBuffer *out)`.
#define REPORT_LIST(X)                                                                             \
    X(text, "txt", "sentences, for people")                                                        \
    X(csv, "csv", "one row per pair, for spreadsheets")                                            \
    X(json, "json", "everything, for programs")                                                    \
    X(html, "html", "one page with pictures, for a browser")                                       \
    X(bcf, "bcf", "BCF 2.1: a topic with viewpoint and picture per clash, for clash managers")     \
    X(junit, "xml", "JUnit: a test case per pair, for pipelines")                                  \
    X(sarif, "sarif", "SARIF 2.1.0: a result per clash, for code scanning")
