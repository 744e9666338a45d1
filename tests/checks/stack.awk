# The deepest stack of a program in avr-objdump's disassembly, by walking every path of it.
#
# Variables from outside: static (bytes), budget (bytes for static and stack together), stack_top (initial SP,
# hex), wraps (8 KB).
# A state is "depth y": bytes on the stack since the entry, and how far Y points below the entry's SP ("-":
# unknown).  An entry is the target of a call or of a vector.  Jumps out of a function are followed as if they
# were part of it, which is what a tail call is.

function hex(text, value, i) {
    text = tolower(text)
    gsub(/^ *(0x)?/, "", text)
    for (i = 1; i <= length(text); i++)
        value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value + 0
}

function fail(text) {
    print "# " text
    errors++
}

/^[0-9a-f]+ <.*>:$/ {
    here = hex($1)
    label = substr($2, 2, length($2) - 3)
    # One of the compiler's own is a place within a function; older binutils leave them out.
    if (label ~ /^\.L/) next
    # The first label of an address names it; a section's own symbol does not.
    if (!(here in name)) name[here] = label
    address_of[label] = here
    owner = here
    next
}

/^ *[0-9a-f]+:\t/ {
    split($0, field, "\t")
    at = hex(substr(field[1], 1, index(field[1], ":") - 1))
    op[at] = field[2]
    gsub(/ /, "", op[at])
    split(field[3], operand, ", ")
    a[at] = operand[1]
    b[at] = operand[2]
    function_of[at] = owner
    target[at] = -1
    if (op[at] ~ /^(call|jmp|rcall|rjmp|br..|brbs|brbc)$/) {
        text = field[3] " " field[4]
        if (match(text, /; 0x[0-9a-f]+/)) target[at] = hex(substr(text, RSTART + 2, RLENGTH - 2))
        else if (match(text, /^0x[0-9a-f]+/)) target[at] = hex(substr(text, RSTART, RLENGTH))
        # With 8 KB of flash a jump behind the end comes in again at the start, and the other way round.
        if (wraps) target[at] %= 8192
    }
    if (count) {
        after[order[count]] = at
    }
    order[++count] = at
}

# Puts a state on an instruction of the walk; the deepest wins.
function visit(at, depth, y, depths, ys, work) {
    if (!(at in op)) {
        fail("a path leaves the code at " at)
        return
    }
    if (at in depths && depths[at] >= depth && (ys[at] == y || ys[at] == "-")) return
    if (at in depths) {
        if (depths[at] > depth) depth = depths[at]
        if (ys[at] != y) y = "-"
    }
    if (depth > 4096) {
        fail("the stack grows without end near " at)
        return
    }
    depths[at] = depth
    ys[at] = y
    work[++work[0]] = at
}

# Y after an instruction that ran with Y = y at a stack depth.
function y_after(at, y, depth, value) {
    if (op[at] == "in" && a[at] == "r28" && hex(b[at]) == 61) return depth
    if (op[at] == "in" && a[at] == "r29" && hex(b[at]) == 62) return y
    if (y != "-" && op[at] == "sbiw" && a[at] == "r28") return y + hex(b[at])
    if (y != "-" && op[at] == "adiw" && a[at] == "r28") return y - hex(b[at])
    # A chip with at most 256 bytes of addresses has a stack pointer of one byte, and r29 is 0.
    if (hex(stack_top) < 256) {
        if (y != "-" && op[at] == "subi" && a[at] == "r28")
            return y + (hex(b[at]) > 127 ? hex(b[at]) - 256 : hex(b[at]))
        if (op[at] == "ldi" && a[at] == "r28") return hex(stack_top) - hex(b[at])
        if (a[at] == "r29" && (op[at] == "eor" && b[at] == "r29" || op[at] == "ldi" && hex(b[at]) == 0))
            return y
    }
    # subi r28 is only ever the first half; the pair is read at sbci r29.
    if (op[at] == "subi" && a[at] == "r28") {
        half[after[at]] = hex(b[at])
        return y
    }
    if (y != "-" && op[at] == "sbci" && a[at] == "r29" && at in half) {
        value = hex(b[at]) * 256 + half[at]
        return y + (value > 32767 ? value - 65536 : value)
    }
    # The startup code loads the top of the RAM.
    if (op[at] == "ldi" && a[at] == "r28") {
        low = hex(b[at])
        return y
    }
    if (op[at] == "ldi" && a[at] == "r29") return hex(stack_top) - hex(b[at]) * 256 - low
    if (a[at] ~ /^r2[89]$/ && op[at] !~ /^(push|cp|cpc|cpi|cpse|tst|sbrc|sbrs|bst|mul|muls|mulsu|fmul)$/)
        return "-"
    if (a[at] ~ /Y\+$|^-Y/ || b[at] ~ /Y\+$|^-Y/) return "-"
    return y
}

# Deepest stack below an entry, its own bytes included, the return address to it not.
function worst(entry, depths, ys, work, at, depth, y, i, deep, next_at, deepest, callee, call_at) {
    if (entry in known) return known[entry]
    if (entry in walking) {
        fail("recursion through " name[entry])
        return 0
    }
    walking[entry] = 1
    work[0] = 0
    visit(entry, 0, "-", depths, ys, work)
    for (i = 1; i <= work[0]; i++) {
        at = work[i]
        depth = depths[at]
        y = ys[at]
        next_at = after[at]
        if (depth > deepest) {
            deepest = depth
            callee = -1
        }
        if (op[at] == "ret" || op[at] == "reti") continue
        if (op[at] == "sei") enables[entry] = 1
        if (op[at] == "jmp" || op[at] == "rjmp") {
            if (target[at] == 0 || target[at] == at) continue # a reset, an endless loop
            if (name[target[at]] == "__tablejump2__") table_jump(at, depth, y, depths, ys, work)
            else visit(target[at], depth, y, depths, ys, work)
            continue
        }
        if (op[at] ~ /^e?i(call|jmp)$/) {
            fail("indirect jump or call in " name[function_of[at]])
            continue
        }
        if ((op[at] == "rcall" || op[at] == "call") && target[at] != next_at) {
            deep = depth + 2 + worst(target[at])
            if (target[at] in enables) enables[entry] = 1
            if (deep > deepest) {
                deepest = deep
                callee = target[at]
                call_at = depth + 2
            }
            if (name[target[at]] == "main" || name[target[at]] == "exit") continue
            # A callee leaves r28 and r29 as they were.
            visit(next_at, depth, y, depths, ys, work)
            continue
        }
        if (op[at] ~ /^(cpse|sbrc|sbrs|sbic|sbis)$/) visit(after[next_at], depth, y, depths, ys, work)
        if (op[at] ~ /^br/) visit(target[at], depth, y, depths, ys, work)
        y = y_after(at, y, depth)
        if (op[at] == "push") depth++
        if (op[at] == "pop") depth--
        if (op[at] == "rcall") depth += 2 # rcall .+0: two bytes of a frame
        if (op[at] == "out" && hex(a[at]) == 61) {
            if (y == "-" || b[at] != "r28")
                fail("stack pointer set to an unknown value in " name[function_of[at]])
            else depth = y
        }
        visit(next_at, depth, y, depths, ys, work)
    }
    delete walking[entry]
    known[entry] = deepest + 0
    deepest_callee[entry] = callee == "" ? -1 : callee
    deepest_call[entry] = call_at
    return known[entry]
}

# A switch through a table goes on in its own function, at an instruction that nothing falls into.
function table_jump(at, depth, y, depths, ys, work, i, ahead) {
    for (i = 2; i <= count; i++) {
        ahead = order[i - 1]
        if (function_of[order[i]] == function_of[at] && function_of[ahead] == function_of[at] \
            && op[ahead] ~ /^(ret|reti|jmp|rjmp)$/) visit(order[i], depth, y, depths, ys, work)
    }
}

function print_path(entry) {
    while (deepest_callee[entry] >= 0) {
        printf "  %4d  %s\n", deepest_call[entry], name[entry]
        entry = deepest_callee[entry]
    }
    printf "  %4d  %s\n", known[entry], name[entry]
}

END {
    if (!("__vectors" in address_of)) fail("no vectors: is this a firmware image?")
    program = worst(0)
    for (at = after[0]; at in op && function_of[at] == 0; at = after[at]) {
        if (target[at] < 0 || name[target[at]] == "__bad_interrupt") continue
        bytes = 2 + worst(target[at])
        if (target[at] in enables) fail(name[target[at]] " enables interrupts: they could nest")
        interrupts = interrupts sprintf("  %4d  %s\n", bytes, name[target[at]])
        if (bytes > interrupt) {
            interrupt = bytes
            deepest_vector = target[at]
        }
    }
    total = static + program + interrupt
    print "# The deepest path of the main program, with each function's bytes and the call's return address:"
    print_path(0)
    print "# Each interrupt's bytes, with its return address:"
    printf "%s", interrupts
    print "# " static " B static + " program " B main program + " interrupt " B interrupt = " \
        total " B of " budget
    print "1..2"
    print (errors ? "not ok" : "ok") \
        " 1 - the deepest stack is known: no recursion, no indirect call, no nested interrupt"
    print (total <= budget ? "ok" : "not ok") \
        " 2 - static RAM and deepest stack together fit " budget " bytes"
    exit errors || total > budget
}
